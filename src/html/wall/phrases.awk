# phrases.awk: templates/wall-phrases.tsv as a C table of dt_wall_phrase (phrase_match.h).
#
#   LC_ALL=C awk -f phrases.awk templates/wall-phrases.tsv > phrase_rows.c
BEGIN {
  FS = "\t"
  print "/* Made by phrases.awk. */\n#include \"html/wall/phrase_match.h\"\n"
  print "const dt_wall_phrase dt_wall_phrases[] = {"
}
NF == 3 && $3 ~ /^\^?([^ ]*\|)?[^ |*]?[^ |*]?\*/ {
  print "phrases.awk: fewer than three bytes before *: " $3 > "/dev/stderr"
  exit failed = 1
}
NF == 3 { printf "  {DETM_WALL_%s, \"%s\"},\n", $1, $3 }
END { if (!failed) print "  {DETM_WALL_NONE, NULL},\n};" }
