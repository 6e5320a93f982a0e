# month_names.awk: month_names.tsv as the tables of month_names.h.
#
#   LC_ALL=C awk -f month_names.awk month_names.tsv > month_rows.c
#
# The names are sorted by their first bytes; of names that are equal in these, those of the first language come first,
# and of these the last.
function add(row, start,   i) {
  for (i = ++count; i > 1 && starts[i - 1] > start; i--) {
    rows[i] = rows[i - 1]
    starts[i] = starts[i - 1]
  }
  rows[i] = row
  starts[i] = start
}
BEGIN {
  FS = "\t"
  PREFIX = 3
  LETTERS = "abcdefghijklmnopqrstuvwxyz"
  print "/* Made by month_names.awk. */\n#include \"values/month_names.h\"\n"
}
/^[a-z]/ {
  solar = sub(/-solar/, "", $1) ? "true" : "false"
  for (month = split($2, months, " "); month > 0; month--)
    for (form = split(months[month], forms, "|"); form > 0; form--) {
      name = forms[form]
      add("{\"" name "\", \"" $1 "\", " month ", " solar "}", substr(name, 1, PREFIX) "")
      begins[substr(name, 1, 2)] = 1
    }
}
END {
  print "const dt_month_name dt_month_names[] = {"
  for (i = 1; i <= count; i++) print rows[i] ","
  print "};\nconst uint32_t dt_month_name_count = " count ";\nconst uint32_t dt_month_starts[26] = {"
  for (i = 1; i <= 26; i++) {
    bits = 0
    for (k = 26; k > 0; k--) bits = 2 * bits + (substr(LETTERS, i, 1) substr(LETTERS, k, 1) in begins)
    printf "%d,\n", bits
  }
  print "};"
}
