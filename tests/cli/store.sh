#!/bin/sh
# detm store: rules, and apply --store.
# shellcheck source=tests/cli/tap.sh
. "${top_srcdir:-.}/tests/cli/tap.sh"
XDG_DATA_HOME=$PWD/data
export XDG_DATA_HOME
list Jar 12 >a.html
list Jar 5 >b.html
detm learn -o jar.xml a.html
detm store list
case $(cat err) in
*'built without SQLite'*)
  echo '1..0 # SKIP built without SQLite'
  exit 0
  ;;
esac
exits 2 'where there is no store there is none to list'
says 'data/detm/store.db: does not exist' 'and its file is named'
check 'nor is one made by looking' [ ! -e data ]

# ---- rules ----
detm store add jar.xml -v
exits 0 'a wrapper is added'
says 'is now jar@1' 'and called after its file'
check "in the user's store" [ -s data/detm/store.db ]
detm store add jar.xml
exits 0 'the same again is no fault'
says 'is already stored as jar@1' 'and told'
sed 's/name="title"/name="what"/' jar.xml >other.xml
cmp -s jar.xml other.xml && sed 's/<wrapper/<wrapper /' jar.xml >other.xml
detm store add --name jar --domain products --site shelves.example --query 'by name' other.xml
exits 0 'other bytes are added'
detm store list
check 'and become version 2' grep -q '^jar  *2  *wrapper  *shelves.example  *products  *by name  *20' out
lines out 2 'the table has a line for the rule'
detm store list -a -f csv
lines out 3 'or one for each version'
detm store list -f xml
check 'as XML it is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
detm store list --site elsewhere.example
check 'lists may be of one site' [ ! -s out ]
detm store show jar@1
same out jar.xml 'an old version is still there, byte by byte'
detm store show jar
same out other.xml 'without a number it is the newest'
detm store show pot
exits 1 'a rule that is not there is status 1'
says "has no rule 'pot'" 'and named'
detm store add b.html
exits 2 'a page is no rule'
says 'b.html:1: ' 'and named with its line'
detm store add - <jar.xml
exits 2 'nor has standard input a name'
for words in 'runs --key x' 'records --pattern y' 'pages --keep 3' 'show jar --site q' 'diff --force' \
  'import . --query q' 'export other --domain books' 'forget 1 --key title' 'remove jar --all' \
  'interest add books title --name Titel'; do
  # shellcheck disable=SC2086 # several words
  detm store $words
  exits 2 "nothing is done where an option would do nothing: $words"
  says ' does not take --' 'which is said'
done
detm store add --name ../x jar.xml
exits 2 'nor may a rule be called like a way out'

detm apply --store -f ndjson b.html
exits 0 'apply takes the rules of the store'
lines out 5 'and prints the records'
check 'which say what was applied' grep -q '"@template":"jar@2"' out
detm store find -f ndjson b.html
check 'find tells what fits' grep -q '"template":"jar@2","score":0\.' out
detm apply -f ndjson --store data/detm/store.db b.html
lines out 5 'the store may stand behind --store if it is called .db'
cp data/detm/store.db other-name
detm apply -f ndjson --store other-name b.html
lines out 5 'or is one'
detm apply -f ndjson --store=other-name b.html
lines out 5 'or after ='

detm store export out-folder
exits 0 'rules are exported'
same out-folder/products/jar.xml other.xml 'below their domain'
detm apply -L out-folder -f ndjson b.html
lines out 5 'as a library'
detm store export out-folder
exits 2 'and not written over what is there'
says 'products/jar.xml: already exists' 'which is named'
detm store export --force out-folder
exits 0 'unless that is wanted'
detm store add --store twice.db --name shelf --domain goods jar.xml
detm store add --store twice.db --name goods/shelf jar.xml
detm store export --store twice.db twice
exits 2 'two rules are not written into one file'
says 'goods/shelf.xml' 'which is named'
detm store remove --store twice.db goods/shelf
detm store add --store twice.db --name x jar.xml
detm store add --store twice.db --name x.xml/y jar.xml
detm store export --store twice.db twice
exits 2 'nor is a file made where a folder belongs'
check 'and nothing is written' [ ! -e twice ]
detm store import --store second.db out-folder
exits 0 'a library is imported'
detm store list --store second.db -f ndjson
check 'with its domains' grep -q '"name":"products/jar","version":"1","kind":"wrapper","domain":"products"' out
echo '<recipe/>' >out-folder/recipe.xml
echo '<template' >out-folder/products/torn.xml
cp jar.xml out-folder/third.xml
detm store import --store second.db out-folder
exits 2 'one with broken files is not'
says 'out-folder/recipe.xml:1' 'each of them'
says 'out-folder/products/torn.xml' 'is named'
detm store list --store second.db
lines out 2 'and nothing of it is there'
detm store remove jar@1
detm store show jar@1
exits 1 'a version may be removed'
detm store remove jar nothing
exits 1 'what is not there is named'
detm store list
check 'the rest is removed' [ ! -s out ]
detm apply --store b.html
exits 2 'an empty store applies nothing'
says 'detm store add' 'and says what to do'

# ---- results ----
for format in xml ndjson csv; do
  detm extract --save -f $format a.html b.html
  mv out printed
  detm store records -f $format
  same out printed "records of a run are printed as they were, as $format"
done
detm store add jar.xml
echo '<p>Nothing of that kind.</p>' >other.html
detm apply -w jar.xml -f csv other.html
cp out header.csv
detm apply -w jar.xml --save --store header.db -f csv other.html
check 'a saved CSV without records has its header' cmp -s out header.csv
detm apply -w jar.xml --save -f ndjson b.html - </dev/null
exits 1 'a page that gives nothing is status 1'
check 'and the records of the other are printed' [ "$(wc -l <out)" -eq 5 ]
detm store pages -f ndjson
check 'both pages are known' [ "$(wc -l <out)" -eq 2 ]
check 'with rule, version and hash' grep -q '"page":"b.html","hash":"[0-9a-f]*","rule":"jar@[0-9]*","rule-hash":"[0-9a-f]*","fit":"' out
check 'and why one gave nothing' grep -q '"page":"-".*"problem":"' out
detm store runs -f ndjson
lines out 4 'there are four runs'
check 'each with its command' grep -q '"command":"detm apply -w jar.xml --save -f ndjson b.html -"' out
check 'and counts' grep -q '"run":"1",.*"pages":"2","records":"17"' out
detm store runs --name jar -f ndjson
lines out 1 'runs of a rule can be listed'
detm apply --store --save --base https://shelves.example/ -f ndjson b.html
detm store pages -f ndjson
check 'what the store applied is known' grep -q '"url":"https://shelves.example/".*"rule":"jar@' out
cp "$top_srcdir/examples/weir.html" weir.html
detm content --save -f ndjson weir.html
mv out printed
detm store records -f ndjson
same out printed 'content is saved too'
detm store records -f xml
check 'and is valid as XML' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
detm extract --save -o /nonexistent/out a.html
exits 2 'a run whose output cannot be written'
detm store runs
lines out 7 'is not saved'
detm extract --save --max-output 100 -f ndjson a.html
exits 2 'nor is one that ends early'
detm store runs
lines out 7 'of which there is nothing'
detm store records 99
exits 1 'a run that is not there is status 1'
detm store records x
exits 2 'what is no run is usage'
detm store forget 1 last~1
exits 0 'runs can be forgotten'
detm store runs -f csv
check 'others stay' [ "$(sed 1d out | cut -d, -f1 | tr '\n' ' ')" = '2 3 4 6 ' ]
detm store forget 2 2
exits 0 'one that is named twice is forgotten once'
detm store forget --keep 1
detm store runs -f csv
lines out 2 'or all but the last'
detm store forget
exits 2 'forget wants to be told what'
detm extract --store nowhere.db --save -f ndjson a.html
exits 0 'a store that is named is made by saving'
list Pot 5000 >many.html
detm extract --store full.db --save -f ndjson a.html
(ulimit -f 512; "$DETM" extract --store full.db --save -f ndjson many.html 2>err; echo $? >code) | wc -l >count
status=$(cat code)
exits 2 'a store that has no room'
says 'this run is not saved' 'saves nothing'
check 'and everything is printed all the same' [ "$(cat count)" -eq 5000 ]
detm store runs --store full.db
lines out 2 'and what was saved before is there'

# ---- what differs ----
sed -e 's/Jar number 3</Jar number three</' -e 's/>5\.50</>5.75</' -e '/Jar number 7</d' a.html >changed.html
grep -c '<li>' changed.html >/dev/null
detm extract --save --store diff.db a.html
detm extract --save --store diff.db changed.html
detm store diff --store diff.db 1 1
exits 0 'a run does not differ from itself'
check 'and nothing is printed' [ ! -s out ]
detm store diff --store diff.db -v --key title-link
exits 1 'what differs is status 1'
says '0 records are new, 1 are gone, 2 changed, 9 are the same' 'and counted'
check 'what changed is told with what was before' grep -q '^  price: 5.50 -> 5.75$' out
check 'under the fields that tell a record' grep -q '^  title-link: /item/5$' out
check 'what is gone as it was' grep -q '^  title: Jar number 7$' out
detm store diff --store diff.db -f ndjson last~1 last
check 'without a key what changed is gone and new' [ "$(grep -c '"change":"new"' out)" -eq 2 ]
check 'both' [ "$(grep -c '"change":"gone"' out)" -eq 3 ]
detm store diff --store diff.db -f xml --key title-link
check 'as XML it is valid' xmllint --noout --relaxng "$top_srcdir/templates/detm-results.rng" out
detm store diff --store diff.db --key colour
exits 2 'a field that no record has is no key'
says "the field 'colour'" 'and named'
detm store diff --store diff.db 1
exits 2 'one run is not compared'
detm store diff --store diff.db 1 9
exits 2 'nor is one that is not there'

# ---- interests ----
cp "$top_srcdir/tests/cases/domain-labels/page.html" jobs.html
detm extract --store nobody.db jobs.html
exits 2 'a store that is named must be there'
XDG_DATA_HOME=$PWD/none detm extract -f ndjson jobs.html
exits 0 "but not the user's"
check 'which is not made by looking' [ ! -e none ]
mv out all
detm store interest add --store jobs.db jobs company=firm salary
exits 0 'interests are added'
check 'without a word' [ ! -s err ]
detm store interest add --store slips.db jobs compani titel
exits 0 'a field that detm does not know may be the own one'
says "'compani' is not a known field of jobs" 'but is told, as it may be a slip'
detm store interest add --store slips.db jobs 'employer'
says 'did you mean company?' 'with what it may stand for'
detm store interest add --store slips.db job title
says "'job' is not a known domain" 'so is a domain'
detm store interest add --store jobs.db jobs title --pattern '^Ba'
detm store interest list --store jobs.db
check 'and listed' grep -q '^jobs  *company  *firm *$' out
detm extract --store jobs.db -f ndjson --save jobs.html
check 'they choose fields and name them' grep -q '"@record":1,[^{]*"firm":"De Roos BV","salary":"[^"]*"}' out
check 'and values' [ "$(grep -c '"title":"Bakker"' out)" -eq "$(grep -c '"title"' out)" ]
detm store records --store jobs.db -f ndjson
same out all 'what is saved is all that was found'
detm extract --store jobs.db --no-interests -f ndjson jobs.html
same out all '--no-interests leaves them out'
detm learn -o jobs.xml jobs.html
detm store add --store jobs.db --domain jobs jobs.xml
detm apply --store jobs.db -f ndjson jobs.html
check 'apply has them by the domain of the rule' grep -q '"firm":"De Roos BV","salary":"[^"]*"}' out
detm apply -w jobs.xml --store jobs.db -f ndjson jobs.html
check 'which it knows by its bytes too' grep -q '"firm":"De Roos BV","salary":"[^"]*"}' out
detm store interest add --store jobs.db jobs location=firm
exits 2 'two fields cannot have one name'
detm store interest remove --store jobs.db jobs salary
exits 0 'one is removed'
detm store interest remove --store jobs.db jobs
detm store interest list --store jobs.db
check 'or all' [ ! -s out ]

# ---- results are not written over a store ----
detm extract --save --store kept.db a.html
ln -s kept.db link.db
for output in kept.db link.db kept.db-wal kept.db-shm; do
  detm extract --save --store kept.db -o $output a.html
  exits 2 "results are not written to $output"
  says "$output: cannot be written" 'which is named'
done
detm store records --store kept.db -o kept.db
exits 2 'nor are those of a run'
detm content -o kept.db a.html
exits 2 'nor any others'
detm store runs --store kept.db -f csv
lines out 2 'so that the store is as it was'
detm extract --save --store young.db -o young.db a.html
exits 2 'one that is only just made is not replaced either'
detm store list --store young.db
lines out 0 'and nothing came into it'
ln -s target.db leads.db
detm store add --store leads.db jar.xml
exits 0 'a link to nothing is a name for a new store, too'
check 'which lies where it leads' [ -L leads.db -a -s target.db ]

# ---- the order of fields ----
for i in 1 2 3 4 5 6; do
  echo "<li><span class=title>The title number $i of us</span><span class=price>\$$i.90</span></li>"
done >items
{ echo '<ul>' && cat items && echo '</ul>'; } >straight.html
{ echo '<ul>' && sed 's,<li>\(.*/span>\)\(<span.*\)</li>,<li>\2\1</li>,' items && echo '</ul>'; } >turned.html
detm extract --save --store turned.db straight.html
detm extract --save --store turned.db turned.html
detm store diff --store turned.db --key title
exits 0 'fields in another order are no change'

# ---- files that are no stores ----
detm store list --store a.html
exits 2 'a page is no store'
says 'a.html: is not a store' 'which is said'
same a.html a.html 'and stays what it is'
detm store list --store .
exits 2 'nor is a folder'
mkfifo pipe
detm store list --store pipe
exits 2 'nor a pipe'
detm store add --store nowhere/x.db jar.xml jar.xml
exits 2 'a folder that is not there is not made for a store that is named'
lines err 1 'which is said once'
detm store
exits 2 'store alone says'
says 'add, list, show' 'what there is to do'
detm store lsit
says 'did you mean list' 'words that are nearly right are known'
detm store show
exits 2 'words that are missing are told'
detm extract --save --store nowhere/x.db -f ndjson a.html
exits 2 'a store that cannot be opened'
says 'this run is not saved' 'saves nothing'
lines out 12 'and everything is printed all the same'
(ulimit -f 64; "$DETM" store add --store full2.db jar.xml >out 2>err)
status=$?
exits 2 'where there is no room'
says 'full2.db: ' 'the store is named'
check 'and nothing half there' [ "$(find . -name 'full2.db*' -size +64 | wc -l)" -eq 0 ]
done_checking
