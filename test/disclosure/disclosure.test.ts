/**
 * No answer shows a text of a record that its reader may not read, and no number changes with such a record, unless the operation declares it
 * in x-discloses (spec/README, An operation). Hidden rows, drafts and files cannot be declared.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { contract, document, isSampled, sampledContract } from '../support/contract.ts';
import { ownDatabase } from '../support/own-database.ts';
import { askEverything } from './ask.ts';
import { textsOf } from './bodies.ts';
import { structuredColumns, textColumns } from './columns.ts';
import { askCounts, type Counted } from './counts.ts';
import { tellingFilters } from './filters.ts';
import { kinds } from './homes.ts';
import { type Reader, readersOf } from './readers.ts';
import { readingsOf } from './readings.ts';
import { empty, emptyReferences } from './references.ts';
import { furtherPermissions, notStored, storedIn, unanswered, unobserved, unshown } from './unsent.ts';
import { type ShownByChange, shownByChanges } from './writes.ts';
import { entitiesOf, newWorld, type World } from './world.ts';

type Operation = (typeof contract)[number];

const app = startApp(ownDatabase());
let world: World;
let found: Awaited<ReturnType<typeof askEverything>>;
let counted: readonly Counted[];
let changed: readonly ShownByChange[] = [];

beforeAll(async () => {
  world = await newWorld(app);
  const readings = (await readingsOf(app, world, await entitiesOf(app, world))).filter(({ operation }) => isSampled(operation.id));
  found = await askEverything(app.base, readersOf(app, world), readings, world.homes);
  const counting: Reader[] = [];
  for await (const reader of readersOf(app, world)) if (reader.isRestricted || /^key \w+:read$/.test(reader.name)) counting.push(reader);
  counted = await askCounts(app, world, counting, readings);
}, 3_600_000);
afterAll(() => world.end());

/** What each operation declares. */
const declared: ReadonlyMap<string, readonly string[]> = new Map(
  contract.map(({ id, method, template }) => {
    const { 'x-discloses': texts = [] }: { readonly 'x-discloses'?: readonly string[] } = Object(
      document.paths[template]?.[method.toLowerCase()],
    );
    return [String(id), texts] as const;
  }),
);

test('every text of a request has a canary, or says where another one of its kind is', () => {
  const fields = new Set([...world.homes.values()].flat().map(({ kind, field }) => `${kind}.${field}`));
  const missing = contract
    .filter(({ method, registry }) => method !== 'GET' && registry.effect === 'change')
    .flatMap((operation) => textsOf(operation).map(({ name }) => ({ id: operation.id, name })))
    .filter(({ id, name }) => !world.stored.has(`${id} ${name}`) && !fields.has(storedIn[id] ?? '') && !(id in notStored));
  expect(missing.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
});

test('every kind of record has a text with a canary', () => {
  const marked = new Set([...world.homes.values()].flat().map(({ kind }) => kind));
  expect(Object.values(kinds).flatMap(({ kind }) => (marked.has(kind) ? [] : [kind]))).toEqual([]);
  const known = Object.keys({ ...kinds, comment: '', attachment: '', user_account: '' });
  expect(Object.keys({ ...textColumns, ...structuredColumns }).filter((table) => !known.includes(table))).toEqual([]);
});

test('every reference to another record has a value, or says why it is empty', async () => {
  const found = await emptyReferences(app.database, world.id);
  expect(found.map(({ table, column }) => `${table}.${column}`)).toEqual(Object.keys(empty).toSorted());
});

/** A sample of the operations cannot show every kind of text, nor that every declaration is needed. */
const isWhole = sampledContract.length === contract.length;
test.runIf(isWhole)('every kind of text is shown to somebody', () => {
  const fields = new Set([...world.homes.values()].flat().flatMap(({ kind, field }) => (field === 'request' ? [] : [`${kind}.${field}`])));
  expect([...fields].filter((text) => !found.seen.has(text) && !(text in unshown)).sort()).toEqual([]);
});

test('every read is answered, and every canary in it is known', () => {
  const silent = [...found.statuses].filter(([id, statuses]) => ![...statuses].some((status) => status < 300) && !(id in unanswered));
  expect(silent.map(([id, statuses]) => `${id} ${[...statuses].join()}`)).toEqual([]);
  expect(found.homeless).toEqual([]);
});

test('no answer shows a text that its reader may not read', () => {
  const undeclared = found.disclosures.filter(
    ({ operation, texts, why }) => why !== 'permission' || !texts.some((text) => declared.get(operation)?.includes(text)),
  );
  expect(
    undeclared
      .map(({ operation, texts, why, readers }) => `${operation} shows ${texts.join(' or ')} (${why}) to ${[...readers].sort().join(', ')}`)
      .sort(),
  ).toEqual([]);
});

test('no number changes with a record that its reader may not read', () => {
  // Where the names of all records of a kind are declared, their number is, too.
  const undeclared = counted.filter(({ operation, kind }) => !declared.get(operation)?.some((text) => text.startsWith(`${kind}.`)));
  expect(
    undeclared
      .map(({ operation, kind, readers, example }) => `${operation} counts ${kind} for ${[...readers].sort().join(', ')}: ${example}`)
      .sort(),
  ).toEqual([]);
});

test('no filter tells of a record that its reader may not read', async () => {
  expect(await tellingFilters(app, world)).toEqual([]);
}, 120_000);

test('no read takes a permission that the contract does not name', () => {
  expect(found.refused.filter((id) => !(id in furtherPermissions)).sort()).toEqual([]);
});

test('answers of changes show no text that is not declared, neither there nor for a read of the same record', async () => {
  changed = await shownByChanges(app, world);
  const undeclared = changed.filter(({ operation, texts }) => {
    const reads = contract.filter(
      (read) => read.method === 'GET' && (read.template === operation.template || isOfSameRecord(read, operation)),
    );
    return !texts.some((text) => [operation, ...reads].some(({ id }) => declared.get(id)?.includes(text)));
  });
  expect([...new Set(undeclared.map(({ operation, texts }) => `${operation.id} shows ${texts.join(' or ')}`))].sort()).toEqual([]);
}, 3_600_000);

test.runIf(isWhole)('every declaration is needed', () => {
  const shown = new Set([
    ...found.disclosures.flatMap(({ operation, texts }) => texts.map((text) => `${operation} ${text}`)),
    ...changed.flatMap(({ operation, texts }) => texts.map((text) => `${operation.id} ${text}`)),
    ...counted.map(({ operation, kind }) => `${operation} ${kind}.count`),
  ]);
  const stale = [...declared]
    .flatMap(([id, texts]) => texts.map((text) => `${id} ${text}`))
    .filter((one) => !shown.has(one) && !(one in unobserved));
  expect(stale).toEqual([]);
});

/** Whether two operations answer with the same schema. */
function isOfSameRecord(read: Operation, change: Operation): boolean {
  const [one, other] = [read, change].map(({ responses }) => {
    const { answer } = responses.find(({ status }) => status === 200 || status === 201) ?? {};
    const { $ref }: { readonly $ref?: string } = Object(answer?.content?.['application/json']?.schema);
    return $ref;
  });
  return one !== undefined && one === other;
}
