# chars.awk: chars.tsv as the tables of chars.h, in two stages: the block of a character, and its class in that block.
#
#   LC_ALL=C awk -f chars.awk chars.tsv > char_rows.c
function number(digits,   i, value) {
  for (i = 1; i <= length(digits); i++) value = 16 * value + index("0123456789ABCDEF", substr(digits, i, 1)) - 1
  return value
}
BEGIN {
  FS = "\t"
  BLOCK = 128
  rows[0] = classes["{0, 0}"] = class_count = 0
  print "/* Made by chars.awk. */\n#include \"text/chars.h\"\n"
  print "const dt_char_class dt_char_classes[] = {\n{0, 0},"
}
/^[0-9A-F]/ {
  first = number($1)
  last = $2 == "" ? first : number($2)
  flags = toupper($3 == "" ? "0" : "DT_CHAR_" $3)
  gsub(" ", " | DT_CHAR_", flags)
  class = "{" flags ", " $4 + 0 "}"
  if (!(class in classes)) {
    classes[class] = ++class_count
    print class ","
  }
  for (code = first; code <= last; code++) class_of[code] = classes[class]
}
END {
  print "};\nconst uint8_t dt_char_blocks[] = {"
  for (block = 0; block < 1114112 / BLOCK; block++) {
    row = ""
    for (code = block * BLOCK; code < (block + 1) * BLOCK; code++) row = row (code in class_of ? class_of[code] : 0) ","
    if (!(row in number_of)) {
      rows[row_count + 0] = row
      number_of[row] = row_count++
    }
    print number_of[row] ","
  }
  print "};\nconst uint8_t dt_char_class_numbers[][" BLOCK "] = {"
  for (i = 0; i < row_count; i++) print "{" rows[i] "},"
  print "};"
}
