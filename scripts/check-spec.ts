/**
 * Holds the contract to what the linter cannot express (the rest: redocly.yaml).
 * Reads the bundle and the parts it was made of; prints one line for each fault and ends with 1 if there is any.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { pairsOf, resources } from '../server/platform/identity/roles.ts';
import { codes } from '../server/platform/refusals/codes.ts';
import { texts } from '../server/platform/refusals/texts.ts';
import { attackOn } from './lint/attack.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
const [, , bundle = 'generated/openapi.json', folder = 'spec'] = process.argv;
const document: Json = JSON.parse(readFileSync(bundle, 'utf8'));
const faults: string[] = [];
const fault = (rule: string, where: string, what: string) => void faults.push(`${where}: ${what} (${rule})`);

// The document as data: `at` steps into it, following references, and gives undefined where there is nothing.
const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (value: Json | undefined, key: string) =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : Array.isArray(value) ? value[Number(key)] : undefined;
const steps = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
function at(value: Json | undefined, ...keys: string[]): Json | undefined {
  let found = keys.reduce((inner, key) => own(at(inner), key), value);
  for (let ref = own(found, '$ref'); typeof ref === 'string'; ref = own(found, '$ref')) found = steps(ref).reduce(own, document);
  return found;
}
const entries = (value: Json | undefined) => (isObject(value) ? Object.entries(value) : []);
const list = (value: Json | undefined) => (Array.isArray(value) ? value : []);
const text = (value: Json | undefined) => (typeof value === 'string' ? value : '');

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const operations = entries(own(document, 'paths')).flatMap(([path, item]) =>
  methods
    .filter((method) => own(item, method))
    .map((method) => {
      const operation = own(item, method);
      const parameters = [...list(own(item, 'parameters')), ...list(own(operation, 'parameters'))].map((parameter) => at(parameter));
      return {
        path,
        method,
        operation,
        parameters,
        id: text(own(operation, 'operationId')),
        has: (name: string) => parameters.some((parameter) => own(parameter, 'name') === name),
      };
    }),
);

// Permissions and provenance (spec/conventions, 3; spec/README).
const permissions = pairsOf(resources);
const isPermission = (value: Json) => permissions.some((permission) => permission === value);
function isPermitted(value: Json | undefined): boolean {
  if (typeof value === 'string') return value === 'authenticated' || value === 'public' || isPermission(value);
  if (Array.isArray(value)) return value.length > 1 && value.every(isPermission);
  const [form, ...more] = entries(value);
  if (!form || more.length) return false;
  return form[0] === 'byRecord'
    ? ['create', 'read', 'update', 'delete'].includes(text(form[1]))
    : form[0] === 'anyOf' && list(form[1]).length > 1 && list(form[1]).every(isPermission);
}
for (const { id, operation } of operations) {
  if (!isPermitted(own(operation, 'x-permission'))) fault('permission', id, 'x-permission names no permission there is');
  if (
    (own(operation, 'x-permission') === 'public') !==
    (list(own(operation, 'security')).length === 0 && own(operation, 'security') !== undefined)
  )
    fault('public', id, 'public goes with `security: []`, and only with it');
  const provenance = entries(own(operation, 'x-provenance'));
  const good = provenance.every(([key, value]) =>
    (key === 'given' ? /^\d(\.\d+)?$/ : key === 'decision' ? /^[A-Z][^\n]+\.$/ : /$^/).test(text(value)),
  );
  if (!provenance.length || !good)
    fault('provenance', id, 'x-provenance is { given: \'<section>\' }, { decision: "One sentence." }, or both');
}

// Patterns run over what clients send.
(function walk(value: Json | undefined, where: string) {
  const pattern = own(value, 'pattern');
  if (typeof pattern === 'string' && attackOn(pattern, 'u') !== undefined)
    fault('linear', where, `a text that repeats ${attackOn(pattern, 'u')} keeps ${pattern} busy for longer than its length`);
  for (const [key, inner] of isObject(value) ? entries(value) : list(value).map((item, index) => [String(index), item] as const))
    walk(inner, `${where}/${key}`);
})(document, '#');
// What comes next runs the patterns over the examples, which a pattern that backtracks would never end.
if (faults.some((line) => line.endsWith('(linear)'))) report();

function report(): never {
  for (const line of faults) console.log(line);
  console.log(`spec: ${operations.length} operations, ${faults.length} faults`);
  process.exit(faults.length ? 1 : 0);
}

// Acts of a person: a key is told that it is one, and a session will do (spec/conventions, 3).
for (const { id, operation } of operations) {
  const marked = own(operation, 'x-requires-session');
  if (marked === undefined) continue;
  const said = entries(at(operation, 'responses', '403', 'content', 'application/json', 'examples')).map(([, example]) =>
    text(own(own(at(example), 'value'), 'error')),
  );
  if (marked !== true || own(operation, 'x-permission') === 'public')
    fault('session', id, 'x-requires-session is `true`, and not for what is public');
  if (!said.includes(codes.session_required.text)) fault('session', id, 'its 403 does not say what a key is told');
}

// What is going to leave says since when and until when, a year apart at least (spec/conventions, 12).
function leaves(where: string, marked: Json | undefined) {
  const [since, until] = ['x-deprecated', 'x-sunset'].map((key) => text(own(marked, key)));
  if (own(marked, 'deprecated') !== true)
    return void ((since || until) && fault('sunset', where, 'x-deprecated and x-sunset belong to what is deprecated'));
  if (!isDate(since) || !isDate(until)) return fault('sunset', where, 'deprecated without the dates x-deprecated and x-sunset');
  if (until < `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`)
    fault('sunset', where, 'leaves sooner than twelve months after it was deprecated');
}
function isDate(value: string | undefined): value is string {
  return value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value) && new Date(value).toJSON()?.startsWith(value) === true;
}
for (const { id, operation, parameters } of operations) {
  leaves(id, operation);
  for (const parameter of parameters) leaves(`${id} ${text(own(parameter, 'name'))}`, parameter);
}

// Statuses that follow from what the operation takes (spec/conventions, 10).
for (const { id, method, operation, has } of operations) {
  const answers = own(operation, 'responses');
  const needs = (because: boolean, ...statuses: string[]) => {
    for (const status of statuses)
      if (because !== (own(answers, status) !== undefined))
        fault('status', id, because ? `${status} can occur and is not declared` : `${status} is declared and cannot occur`);
  };
  needs(own(operation, 'requestBody') !== undefined, '413', '415');
  needs(has('If-Match'), '412');
  needs(has('If-None-Match'), '304');
  if (has('Idempotency-Key') !== (method === 'post')) fault('idempotency', id, 'Idempotency-Key belongs to POST, and to every POST');
  if (has('Idempotency-Key')) needs(true, '409', '422');
  if (has('If-None-Match') && !at(answers, '200', 'headers', 'ETag')) fault('etag', id, '200 has no ETag');
  if (!has('X-Organization-Id') && own(operation, 'x-permission') !== 'public') fault('organization', id, 'takes no X-Organization-Id');
  if (has('cursor') && !at(answers, '200', 'headers', 'Link')) fault('paging', id, 'pages without a Link');
}

// Paths: no two of them fit the same request, unless what stands in one of them can be no id of the other.
const isParameter = (step: string) => step.startsWith('{');
for (const [index, one] of operations.entries())
  for (const other of operations.slice(0, index)) {
    const [left, right] = [one.path.split('/'), other.path.split('/')];
    if (one.method !== other.method || one.path === other.path || left.length !== right.length) continue;
    const differing = left.flatMap((step, place) => (step === right[place] ? [] : [{ left: step, right: right[place] ?? '' }]));
    const crossed = differing.some((pair) => isParameter(pair.left)) && differing.some((pair) => isParameter(pair.right));
    if (crossed && differing.every((pair) => mayMeet(pair.left, one, pair.right) && mayMeet(pair.right, other, pair.left)))
      fault('ambiguous', one.id, `its path may be that of ${other.id}`);
  }
function mayMeet(step: string, { parameters }: (typeof operations)[number], literal: string): boolean {
  if (!isParameter(step)) return isParameter(literal);
  const example = text(
    own(
      parameters.find((parameter) => `{${text(own(parameter, 'name'))}}` === step),
      'example',
    ),
  );
  return isParameter(literal) || !/^[a-z_]+_[0-9a-f]{24}$/.test(example);
}

// Examples: valid, and each error says what its status says (spec/conventions, 5).
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(typeof document === 'object' && document !== null ? document : {}, 'spec');
function validate(where: string, pointer: readonly string[], value: Json | undefined) {
  const checks = ajv.compile({
    $ref: `spec#/${pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  });
  if (!checks(value)) fault('example', where, ajv.errorsText(checks.errors, { dataVar: 'example' }));
}
(function walk(value: Json | undefined, path: readonly string[]) {
  const schema = own(value, 'schema');
  if (schema !== undefined) {
    for (const [name, example] of entries(own(value, 'examples')))
      validate([...path, name].join('/'), [...path, 'schema'], own(at(example), 'value'));
    const example = own(value, 'example');
    if (example !== undefined) validate(path.join('/'), [...path, 'schema'], example);
  }
  const inner = Array.isArray(value) ? value.map((item, index): [string, Json] => [String(index), item]) : entries(value);
  for (const [key, item] of inner) if (key !== 'examples' && key !== 'example') walk(item, [...path, key]);
})(document, []);

// What scripts/complete-contract.ts adds is there.
for (const { id, operation } of operations) {
  const wanted = ['400', '429', '500', '503', ...(own(operation, 'x-permission') === 'public' ? [] : ['401', '403'])];
  for (const status of wanted) if (own(own(operation, 'responses'), status) === undefined) fault('errors', id, `has no ${status}`);
}

const particular: Record<string, RegExp> = { 404: /^[A-Z][A-Za-z ]* not found$/, 500: /^Failed to [a-z ]+$/ };
const seen = new Set<Json | undefined>();
for (const { id, operation } of operations)
  for (const [status, answer] of entries(own(operation, 'responses'))) {
    const media = at(answer, 'content');
    if (Number(status) < 400) continue;
    // Who accepts problems is never told 406.
    const without = status === '406' || ['risks', 'employees'].includes(text(list(own(operation, 'tags'))[0]));
    if (text(own(own(own(media, 'application/json'), 'schema'), '$ref')) !== `#/components/schemas/${without ? 'GivenError' : 'Error'}`)
      fault('envelope', `${id} ${status}`, 'employees and risks answer with GivenError, all others with Error');
    if ((own(media, 'application/problem+json') === undefined) !== without)
      fault('problem', `${id} ${status}`, 'problem+json is for all areas but employees and risks');
    if (seen.has(own(answer, '$ref') ?? answer)) continue;
    seen.add(own(answer, '$ref') ?? answer);
    const said = entries(own(own(media, 'application/json'), 'examples')).map(([name, example]) => ({
      name,
      value: own(at(example), 'value'),
    }));
    said.forEach(({ name, value }, index) => {
      const message = text(own(value, 'error'));
      // Without a credential there is no permission to be missing.
      const isOpen = status === '403' && own(operation, 'x-permission') === 'public';
      const fits =
        isOpen ||
        message === texts[Number(status)] ||
        particular[status]?.test(message) ||
        texts[Number(status)] === undefined ||
        (index > 0 && status !== '400');
      if (!message || !fits) fault('text', `${id} ${status} ${name}`, `"${message}" is not what ${status} says`);
      if ((status === '400') !== (own(value, 'details') !== undefined))
        fault('details', `${id} ${status} ${name}`, 'details belong to 400, and to every 400');
    });
    if (!said.length) fault('envelope', `${id} ${status}`, 'no error envelope');
  }

// No schema is another one under a second name. A text of which nothing but its length is said is told from others by its description.
const shapes = new Map<string, string>();
for (const [name, schema] of entries(at(document, 'components', 'schemas'))) {
  if (own(schema, 'type') === 'string' && !own(schema, 'enum') && !own(schema, 'format')) continue;
  const shape = JSON.stringify(schema, (key, value: Json) => (key === 'description' && typeof value === 'string' ? undefined : value));
  const twin = shapes.get(shape);
  if (twin) fault('twin', name, `is ${twin} under another name`);
  shapes.set(shape, name);
}
const sentences = new Map<string, string>();
for (const tag of list(own(document, 'tags')))
  for (const sentence of text(own(tag, 'description'))
    .replace(/\s+/g, ' ')
    .split(/(?<=\.) /)) {
    const other = sentences.get(sentence);
    if (other !== undefined && sentence) fault('repeated', text(own(tag, 'name')), `"${sentence}" is said of ${other}, too`);
    sentences.set(sentence, text(own(tag, 'name')));
  }

// Schemas: closed, described, bounded. `…Core` is open, and part of closed ones only.
// What an entry of the audit log holds besides is for each area to say, what a host is told with for the device management system.
const open = ['AuditLogData', 'DeviceHost'];
for (const [name, schema] of entries(at(document, 'components', 'schemas'))) {
  if (!own(schema, 'description')) fault('described', name, 'has no description');
  (function walk(value: Json | undefined, where: string) {
    if (own(value, 'properties') && !where.endsWith('Core')) {
      const closed = own(value, 'allOf') ? own(value, 'unevaluatedProperties') : own(value, 'additionalProperties');
      const fits = closed === open.includes(where);
      if (!fits && !/\/(oneOf|anyOf|allOf)\/\d+$/.test(where))
        fault('closed', where, `${own(value, 'allOf') ? 'unevaluatedProperties' : 'additionalProperties'} is not ${open.includes(where)}`);
    }
    if (own(value, 'oneOf') && own(value, 'discriminator') && !at(own(value, 'discriminator'), 'mapping'))
      fault('discriminator', where, 'needs a mapping');
    if (/(Create|Set|Replace|Update)$/.test(name) && own(value, 'type') === 'array' && own(value, 'maxItems') === undefined)
      fault('bounded', where, 'an array without maxItems in a request');
    if (/Update$/.test(name) && own(value, 'default') !== undefined)
      fault('update', where, 'a default here would overwrite what the client left out');
    for (const [key, property] of entries(own(value, 'properties'))) {
      if (!own(property, 'description') && !own(property, '$ref')) fault('described', `${where}.${key}`, 'has no description');
      leaves(`${where}.${key}`, property);
      walk(property, `${where}.${key}`);
    }
    const items = own(value, 'items');
    if (items !== undefined) walk(items, `${where}[]`);
    for (const form of ['allOf', 'oneOf', 'anyOf'])
      list(own(value, form)).forEach((item, index) => walk(item, `${where}/${form}/${index}`));
  })(schema, name);
}

// Tags and areas: the folder, the tag and the group go together.
const root = readFileSync(`${folder}/openapi.yaml`, 'utf8');
const areas = new Map(
  [...root.matchAll(/^ {2}(\/\S+): \{ \$ref: areas\/([a-z-]+)\/paths\.yaml#\/\w+ \}$/gm)].map(([, path, area]) => [path, area]),
);
for (const { id, path, operation } of operations)
  if (areas.get(path) !== list(own(operation, 'tags'))[0]) fault('area', id, `its tag is not its folder, ${areas.get(path)}`);
const grouped = list(own(document, 'x-tagGroups')).flatMap((group) => list(own(group, 'tags')));
const tags = list(own(document, 'tags')).map((tag) => text(own(tag, 'name')));
for (const tag of tags)
  if (grouped.filter((name) => name === tag).length !== 1 || !readdirSync(`${folder}/areas`).includes(tag))
    fault('tag', tag, 'is not in exactly one of x-tagGroups, or has no folder');
for (const name of [...grouped.map(text), ...readdirSync(`${folder}/areas`)]) if (!tags.includes(name)) fault('tag', name, 'is no tag');

// The parts: nothing unused, nothing wide.
const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({ name, source: readFileSync(`${folder}/${name}`, 'utf8') }));
for (const { name, source } of parts) {
  source.split('\n').forEach((line, index) => {
    if (line.length > 140 || /\t|\s$/.test(line))
      fault('line', `${name}:${index + 1}`, 'over 140 characters, or with a tab or a trailing space');
  });
  if (!name.startsWith('areas/')) continue;
  const used = parts.map((part) => part.source).join('\n');
  for (const [, part = ''] of source.matchAll(/^(\w+):/gm))
    if (!new RegExp(`#/${part}\\b`).test(used)) fault('unused', name, `${part} is used nowhere`);
}

report();
