// The search of the reference: an index of search.json, built when the search is first used.
import MiniSearch from './minisearch.js';

const box = document.querySelector('search');
const input = box.querySelector('input');
const found = box.querySelector('ol');
const count = box.querySelector('.count');
const most = 20;
const weights = { guide: 2, error: 2, area: 1.5, workflow: 1, operation: 1 };
const fields = ['title', 'id', 'path', 'text', 'fields', 'errors'];

let index;
/** Words and their parts, so that `risk` also finds createRisk. */
const words = (text) => text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
const parts = (word) => [word, ...new Set(word.split(/_|(?<=[a-z0-9])(?=[A-Z])/).filter((part) => part && part !== word))];

async function load() {
  const entries = await (await fetch('search.json')).json();
  const made = new MiniSearch({
    fields,
    idField: 'number',
    storeFields: ['kind', 'title', 'path', 'address'],
    tokenize: (text) => words(text).flatMap(parts),
    searchOptions: {
      tokenize: words,
      prefix: true,
      boost: { title: 4, id: 6, path: 2 },
      boostDocument: (_id, _term, { kind }) => weights[kind],
    },
  });
  made.addAll(entries.map((entry, number) => ({ ...entry, number })));
  return (query) => {
    const all = made.search(query, { combineWith: 'AND' });
    return all.length ? all : made.search(query, { fuzzy: 0.2 });
  };
}
const ready = () => (index ??= load());

async function answer() {
  const search = await ready();
  const query = input.value.trim();
  const begun = performance.now();
  const results = query ? search(query) : [];
  found.replaceChildren(...results.slice(0, most).map(line));
  found.hidden = results.length === 0;
  count.textContent =
    query &&
    (results.length > most ? `The best ${most} of ${results.length}` : results.length ? `${results.length} found` : 'Nothing found');
  box.dataset.answered = input.value;
  box.dataset.milliseconds = String(performance.now() - begun);
}

function line(result) {
  const link = document.createElement('a');
  link.href = result.address;
  const [method] = (result.path ?? '').split(' ');
  link.append(
    element('span', method ? `kind ${method.toLowerCase()}` : 'kind', method || result.kind),
    element('span', 'title', result.title),
    ...(result.path ? [element('code', '', result.path.slice(method.length + 1))] : []),
    ...why(result),
  );
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** The matching term, if the result does not show it. */
function why({ match, kind }) {
  const places = Object.entries(match);
  if (kind !== 'operation' || places.some(([, where]) => where.some((field) => ['title', 'id', 'path'].includes(field)))) return [];
  const [term, where] = places.find(([, where]) => !where.includes('text')) ?? [];
  if (!term) return [];
  return [element('small', '', where.includes('errors') ? `may answer ${term}` : `has ${term}`)];
}

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function close() {
  input.value = '';
  void answer();
}

input.addEventListener('focus', ready);
input.addEventListener('input', answer);
found.addEventListener('click', (event) => event.target.closest('a') && close());
addEventListener('keydown', (event) => {
  const links = [...found.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const inBox = box.contains(document.activeElement);
  if (event.key === '/' && !/^(input|textarea|select)$/i.test(document.activeElement?.tagName ?? '')) input.focus();
  else if (event.key === 'Escape' && inBox) close();
  else if (event.key === 'Enter' && document.activeElement === input) links[0]?.click();
  else if (event.key === 'ArrowDown' && inBox) (links[at + 1] ?? input).focus();
  else if (event.key === 'ArrowUp' && inBox) (links[at - 1] ?? input).focus();
  else return;
  event.preventDefault();
});
// Text that was typed before this script was loaded.
if (input.value) void answer();
