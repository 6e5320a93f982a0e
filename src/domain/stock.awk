# stock.awk: domain files as a C table of dt_stock_domain (domain.h): a run that needs the stock domains would take
# most of its time to read their XML.
#
#   LC_ALL=C awk -f stock.awk FILE... > stock_domains.c
#
# Each element is in a line of its own, and of references to characters there are those of unescaped; any other line
# ends the build.

function unescaped(text) {
  gsub(/&lt;/, "<", text)
  gsub(/&gt;/, ">", text)
  gsub(/&quot;/, "\"", text)
  gsub(/&amp;/, "\\&", text)
  return text
}

function attribute(name) {
  if (!match($0, " " name "=\"[^\"]*\"")) return ""
  return unescaped(substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4))
}

function content() {
  gsub(/^ *<[^>]*>|<\/[^>]*>$/, "")
  return unescaped($0)
}

# A string of C, or NULL.
function quoted(text,   i, c, out) {
  if (text == "") return "NULL"
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    out = out (c ~ /[\\"?]/ ? "\\" c : c)
  }
  return "\"" out "\""
}

function end_field() {
  if (field != "")
    printf "  {%s, %s, %s,\n   %s, %s},\n", quoted(field), quoted(type), quoted(pattern), quoted(captions), alone
  field = pattern = ""
  alone = "false"
}

function refuse() {
  print FILENAME ": " $0 > "/dev/stderr"
  failed = 1
  exit 1
}

BEGIN { print "/* Made by stock.awk. */\n#include \"domain/domain.h\"\n" }
/&#|&apos;/ { refuse() }
/^<\?xml / || /^<!-- .* -->$/ || /^ *<\/field>$/ { next }
/^<domain / {
  domain[++domains] = attribute("name")
  printf "static const dt_stock_field fields_%d[] = {\n", domains
  next
}
/^ *<field / {
  end_field()
  field = attribute("name")
  type = attribute("type")
  captions = attribute("property")
  gsub(/ +/, "|", captions)
  captions = field "|" captions
  next
}
/^ *<captions [^<]*<\/captions>$/ {
  captions = captions "|" content()
  next
}
/^ *<pattern[ >][^<]*<\/pattern>$/ {
  if (attribute("alone") == "yes") alone = "true"
  pattern = content()
  next
}
/^<\/domain>$/ {
  end_field()
  print "  {NULL, NULL, NULL, NULL, false},\n};"
  next
}
{ refuse() }
END {
  if (failed) exit 1
  print "\nconst dt_stock_domain dt_stock_domains[] = {"
  for (i = 1; i <= domains; i++) printf "  {%s, fields_%d},\n", quoted(domain[i]), i
  print "  {NULL, NULL},\n};"
}
