# embed.awk: files as a C table of dt_embedded (embedded.h).
#
#   LC_ALL=C awk -v table=dt_compiler_files [-v ending='[.]xml'] -f embed.awk FILE... > table.c
#
# The table has the files' names without their folder and without the ending.
BEGIN {
  for (i = 0; i < 256; i++) code[sprintf("%c", i)] = i
  print "/* Made by embed.awk. */\n#include \"base/embedded.h\"\n"
}
FNR == 1 {
  if (files++) print "};"
  name[files] = FILENAME
  sub(/.*\//, "", name[files])
  sub(ending "$", "", name[files])
  printf "static const unsigned char file_%d[] = {\n", files
}
{
  for (i = 1; i <= length($0); i++) printf "%d,", code[substr($0, i, 1)]
  print "10,"
}
END {
  if (files) print "};"
  printf "\nconst dt_embedded %s[] = {\n", table
  for (i = 1; i <= files; i++) printf "  {\"%s\", file_%d, sizeof file_%d},\n", name[i], i, i
  print "  {NULL, NULL, 0},\n};"
}
