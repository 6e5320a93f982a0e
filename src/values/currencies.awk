# currencies.awk: currencies.tsv as a C table of dt_currency_sign (currency.h).
#
#   LC_ALL=C awk -f currencies.awk currencies.tsv > currency_rows.c
BEGIN {
  FS = "\t"
  print "/* Made by currencies.awk. */\n#include \"values/currency.h\"\n"
  print "#define SIGN(text, code, choices) {{text, sizeof(text) - 1}, code, choices},"
  print "const dt_currency_sign dt_currency_signs[] = {"
}
!/^#/ {
  print "SIGN(\"" $1 "\", " ($2 ~ /:/ ? "NULL, \"" $2 "\"" : "\"" $2 "\", NULL") ")"
  count++
}
END { print "};\nconst size_t dt_currency_sign_count = " count ";" }
