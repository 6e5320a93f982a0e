# compose.awk: compose.tsv as a C table of dt_composed (idn.h).
#
#   LC_ALL=C awk -f compose.awk compose.tsv > compose_rows.c
BEGIN { print "/* Made by compose.awk. */\n#include \"fetch/idn.h\"\n\nconst dt_composed dt_composed_pairs[] = {" }
{ print "{0x" $1 ", 0x" $2 ", 0x" $3 "}," }
END { print "};\nconst uint32_t dt_composed_count = " NR ";" }
