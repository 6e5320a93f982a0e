#!/bin/sh
# Tables on a terminal: they fit its width, cut values, align numbers, and have no control characters of a page.
# shellcheck disable=SC2016 # dollars of another shell
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
shop=$top_srcdir/examples/shop.html
unset COLUMNS

# table WIDTH FILE: prints the table of a page for a terminal of this width.
table() {
  COLUMNS=$1 "$DETM" extract -q -f table "$2" >out
}

# widest FILE: prints the width of its widest line.
widest() {
  python3 -c 'import sys, unicodedata
print(max(sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in line.rstrip("\n"))
          for line in open(sys.argv[1], encoding="utf-8")))' "$1"
}

page() {
  echo '<!DOCTYPE html><meta charset=utf-8><title>t</title><table><tr><th>Item<th>Maker<th>Pieces</tr>'
  cat
  echo '</table>'
}

# ---- columns ----

page >tools.html <<'END'
<tr><td>Anvil<td>Acme of Rye<td>1,200</tr><tr><td>Bellows for a small forge<td>Bolt<td>7</tr>
<tr><td>Chisel<td>Cog<td>35</tr>
END
table 0 tools.html
cat >expected <<'END'
item                       maker        pieces
-------------------------  -----------  ------
Anvil                      Acme of Rye   1,200
Bellows for a small forge  Bolt              7
Chisel                     Cog              35
END
same out expected 'without a limit no value is cut; numbers are aligned to the right'
table 36 tools.html
cat >expected <<'END'
item             maker        pieces
---------------  -----------  ------
Anvil            Acme of Rye   1,200
Bellows for a …  Bolt              7
Chisel           Cog              35
END
same out expected 'a narrow terminal: the widest column is cut, and ends with an ellipsis'
table 24 tools.html
cat >expected <<'END'
-[ 1 ]------------------
item    Anvil
maker   Acme of Rye
pieces  1,200
-[ 2 ]------------------
item    Bellows for a s…
maker   Bolt
pieces  7
-[ 3 ]------------------
item    Chisel
maker   Cog
pieces  35
END
same out expected 'too many columns: a block for each record'
"$DETM" extract -q -f table "$shop" >out
check 'a pipe has no width: no value of -f table is cut' [ "$(grep -c '…' out)" -eq 0 ]

# ---- characters ----

page >wide.html <<'END'
<tr><td>砥石 荒砥 中砥 仕上砥<td>堺<td>3</tr><tr><td>Hammer 🔨🔨🔨🔨🔨🔨🔨🔨🔨<td>Bolt<td>7</tr>
<tr><td>Cafe&#x301; cre&#x300;me bru&#x302;le&#x301;e<td>Cog<td>12</tr>
END
table 30 wide.html
cat >expected <<'END'
item             maker  pieces
---------------  -----  ------
砥石 荒砥 中砥…  堺          3
Hammer 🔨🔨🔨…   Bolt        7
END
check 'wide characters and emoji count twice' [ "$(sed 4q out)" = "$(cat expected)" ]
check 'combining marks do not count' grep -qx "$(printf 'Cafe\314\201 cre\314\200me bru\314\202…  Cog        12')" out
check 'all lines fit' [ "$(widest out)" -le 30 ]

page >control.html <<'END'
<tr><td>A&#x1b;]0;owned&#x7;nvil<td>Acme&#x9b;31m<td>1</tr><tr><td>Bell&#x202e;ows<td>Bolt<td>7</tr>
<tr><td>Chi<pre>
sel</pre><td>Cog<td>35</tr>
END
printf '<tr><td>raw \033[31mred\302\23331m<td>Dee<td>4</tr>' >>control.html
for form in 'a table' 'blocks'; do
  [ "$form" = 'a table' ] && width=0 || width=20
  table "$width" control.html
  check "$form: no control character reaches the terminal" python3 -c 'import sys
sys.exit(any(ord(c) < 32 and c != "\n" or 0x7f <= ord(c) < 0xa0 or 0x202a <= ord(c) <= 0x202e
             for c in open("out", encoding="utf-8").read()))'
  check "$form: the values are there" grep -q 'Anvil\|A?\|A' out
done

# ---- a terminal ----

if command -v python3 >/dev/null; then
  terminal() {
    python3 "$top_srcdir/tests/cli/terminal.py" "$@" >out
  }
  table 36 tools.html && mv out expected
  terminal 36 "$DETM" extract -q tools.html
  same out expected 'on a terminal extract prints a table of its width'
  terminal 36 "$DETM" extract -q -f csv tools.html
  tr -d '\r' <out >csv && mv csv out
  "$DETM" extract -q -f csv tools.html | tr -d '\r' >expected
  same out expected 'on a terminal -f csv prints CSV'
  "$DETM" learn -q -o tools.xml tools.html
  table 36 tools.html && mv out expected
  terminal 36 "$DETM" apply -q -w tools.xml tools.html
  same out expected 'apply prints the same table'
  terminal 40 "$DETM" classify -q tools.html
  check 'classify prints a table or blocks that fit' [ "$(widest out)" -le 40 ]
  terminal 60 "$DETM" fields -q tools.html
  check 'fields prints a table or blocks that fit' [ "$(widest out)" -le 60 ]
  mkdir sites && mv tools.xml sites/
  terminal 60 "$DETM" match -q -L sites tools.html
  check 'match prints a table or blocks that fit' [ "$(widest out)" -le 60 ]
  "$DETM" store add -q --store my.db sites/tools.xml
  terminal 30 "$DETM" store list --store my.db
  check 'store list prints a table or blocks that fit' [ "$(widest out)" -le 30 ]
  check 'content prints XML on a terminal too' sh -c 'python3 "$1" 80 "$2" content -q "$3" | head -n 1 | grep -q "<?xml"' - \
    "$top_srcdir/tests/cli/terminal.py" "$DETM" "$top_srcdir/examples/weir.html"
else
  skip 'on a terminal' 'no Python'
fi
"$DETM" extract -q tools.html >out
check 'into a pipe or file extract prints XML' grep -q '<?xml' out
detm extract -q -f table -o folder/ tools.html
exits 2 'a table for each page: status 2'
says 'not a folder' 'a table for each page is refused'
done_checking
