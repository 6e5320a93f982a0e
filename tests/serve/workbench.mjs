// workbench.mjs: parts of the workbench that need no browser.
//
// Usage: node workbench.mjs SOURCES.  Prints TAP.
import {readFile} from 'node:fs/promises';

let checks = 0,
  failed = 0;
const check = (name, passed, seen) => {
  failed += !passed;
  console.log(`${passed ? 'ok' : 'not ok'} ${++checks} - ${name}`);
  if (!passed) console.log(`# ${JSON.stringify(seen)}`);
};

const load = async name => {
  const text = await readFile(`${process.argv[2]}/templates/serve/${name}`, 'utf8');
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
};

// ---- api.js ----

const api = await load('api.js');
let prompts = 0,
  answer = 'right';
const server = async (path, {headers}) => {
  await null;
  const right = headers.Authorization === 'Bearer right';
  return new Response('{}', {status: right ? 200 : 401});
};
globalThis.fetch = server;
globalThis.prompt = () => (prompts++, answer);
answer = null;
const refused = await Promise.allSettled([api.rules(), api.runs(), api.rules()]);
check('api: one prompt for requests that wait together, if it is cancelled', prompts === 1, prompts);
check('api: these requests fail', refused.every(({status}) => status === 'rejected'));
answer = 'right';
prompts = 0;
await Promise.all([api.rules(), api.runs(), api.rules()]);
check('api: one prompt for requests that wait together', prompts === 1, prompts);
globalThis.fetch = async () => {
  throw new TypeError('failed');
};
const problem = await api.rules().catch(error => error);
check('api: no answer has two possible causes', /does not run.*too large/.test(problem.detail), problem.detail);

// ---- files.js ----

const {pagesAmong} = await load('files.js');
const names = (...given) => pagesAmong(given.map(name => ({name}))).map(({name}) => name);
const saved = names('a/shop.html', 'a/Toys.HTM', 'a/old.mht', 'a/new.mhtml', 'a/logo.png', 'a/notes.txt');
check('files: pages, also those saved with their images', saved.length === 4, saved);
const frames = names('a/shop.htm', 'a/shop_files/saved_resource.html', 'a/shop_files/in/ad.html', 'a/my_files/b.html');
check('files: frames of saved pages are left out', frames.join() === 'a/shop.htm,a/my_files/b.html', frames);
const other = names('b/shop.html', 'a/shop_files/b.html', 'shop_files.html', 'shop.html');
check('files: the page of such a folder is beside it', other.length === 4, other);

console.log(`1..${checks}`);
process.exit(failed === 0 ? 0 : 1);
