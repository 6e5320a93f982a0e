# topics.awk: man/manual.txt as C tables of dt_manual_text and dt_manual_section (topics.h).
#
#   LC_ALL=C awk -f topics.awk man/manual.txt > manual_text.c
function end_text() {
  if (is_open) print "NULL};"
  is_open = 0
}
BEGIN { print "/* Made by topics.awk. */\n#include \"cli/topics.h\"\n" }
/^@/ {
  end_text()
  name = $2
  rest = $0
  sub(/^@[a-z]+ [^ ]+ ?/, "", rest)
  if ($1 == "@option") options[++option_count] = "{\"" name "\", \"" rest "\", text_" text_count + 0 "},"
  else sections[++section_count] = "{\"" name "\", " (rest == "" ? "NULL" : "\"" rest "\"") ", text_" text_count + 0 "},"
  next
}
{
  if (!is_open++) print "static const char *const text_" text_count++ "[] = {"
  gsub(/["\\?]/, "\\\\&")
  print "\"" $0 "\","
}
END {
  end_text()
  print "const dt_manual_text dt_manual_options[] = {"
  for (i = 1; i <= option_count; i++) print options[i]
  print "{NULL, NULL, NULL}};\nconst dt_manual_section dt_manual_sections[] = {"
  for (i = 1; i <= section_count; i++) print sections[i]
  print "{NULL, NULL, NULL}};"
}
