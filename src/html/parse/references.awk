# references.awk: references.tsv as C arrays (references.h).
#
#   LC_ALL=C awk -f references.awk references.tsv > reference_rows.c
#
# The rows are sorted by the bytes of the names.
BEGIN {
  FS = "\t"
  for (i = 1; i < 128; i++) code[sprintf("%c", i)] = i
  letters = code["z"] - code["A"] + 1
  print "/* Made by references.awk. */\n#include \"html/parse/references.h\"\n"
  print "const char dt_reference_names[] = {"
}
{
  for (i = 1; i <= length($1); i++) printf "'%s',", substr($1, i, 1)
  print ""
  starts[NR] = at
  at += length($1)
  pair = (code[substr($1, 1, 1)] - code["A"]) * letters + code[substr($1, 2, 1)] - code["A"]
  for (next_first += 0; next_first <= pair; next_first++) first[next_first] = NR - 1
  split($2, characters, " ")
  codes[NR] = "0x" characters[1] ", " (2 in characters ? "0x" characters[2] : 0)
}
END {
  print "};\nconst uint16_t dt_reference_starts[] = {"
  for (i = 1; i <= NR; i++) print starts[i] + 0 ","
  print at ",\n};\nconst uint16_t dt_reference_first[] = {"
  for (i = 0; i <= letters * letters; i++) print (i in first ? first[i] : NR) ","
  print "};\nconst uint32_t dt_reference_codes[][2] = {"
  for (i = 1; i <= NR; i++) print "{" codes[i] "},"
  print "};"
}
