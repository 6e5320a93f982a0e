# elements.awk: the names of tags and attributes in elements.h as keys, and the perfect hash tables of these (elements.h).
#
#   LC_ALL=C awk -f elements.awk elements.h > element_rows.c
function eight_bytes(name, first,   i, digits) {
  for (i = first; i < first + 8 && i <= length(name); i++) digits = sprintf("%02x", code[substr(name, i, 1)]) digits
  return "0x" (digits == "" ? "0" : digits)
}
function add(name, number) {
  numbers[++count] = number
  keys[count] = eight_bytes(name, 1) ", " eight_bytes(name, 9)
}
function print_tables(kind, hash,   i) {
  print "const dt_name_key dt_" kind "_keys[] = {"
  for (i = 1; i <= count; i++) print "[" numbers[i] "] = {" keys[i] "},"
  print "};\nconst uint8_t dt_" kind "_slots[1 << " hash "_BITS] = {"
  for (i = 1; i <= count; i++) print "[" hash "(" keys[i] ")] = " numbers[i] ","
  print "};"
}
BEGIN {
  for (i = 32; i < 127; i++) code[sprintf("%c", i)] = i
  print "/* Made by elements.awk. */\n#include \"html/elements.h\"\n"
  add("#text", "DT_TAG_TEXT")
  add("#run", "DT_TAG_RUN")
  add("br2", "DT_TAG_BR2")
  add("annotation-xml", "DT_TAG_annotation_xml")
}
/DT_GENERAL_ATTRIBUTES/ && !attributes++ {
  print_tables("tag", "DT_TAG_HASH")
  count = 0
}
{
  for (line = $0; match(line, /X\([a-z0-9_]+, ("[a-z:-]+"|[A-Z]+)/); line = substr(line, RSTART + RLENGTH)) {
    split(substr(line, RSTART + 2, RLENGTH - 2), part, ", ")
    gsub("\"", "", part[2])
    if (attributes) add(part[2], "DT_ATTRIBUTE_" part[1])
    else add(part[1], "DT_TAG_" part[1])
  }
}
END { print_tables("attribute", "DT_ATTRIBUTE_HASH") }
