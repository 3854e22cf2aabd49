/**
 * No answer shows a text of a record that the reader may not read, and no number changes with such a record, except for what the operation
 * declares in x-discloses (spec/README, An operation). Hidden rows, drafts and files cannot be declared.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { contract, document, isSampled, sampledContract } from '../support/contract.ts';
import { ownDatabase } from '../support/own-database.ts';
import { readEverything } from './ask.ts';
import { textsOf } from './bodies.ts';
import { structuredColumns, textColumns } from './columns.ts';
import { findChangedCounts, type ChangedCount } from './counts.ts';
import { findRevealingFilters } from './filters.ts';
import { kinds } from './homes.ts';
import { type Reader, readersOf } from './readers.ts';
import { readingsOf } from './readings.ts';
import { emptyReferenceReasons, emptyReferences } from './references.ts';
import { furtherPermissions, notStored, storedIn, neverSuccessful, unobserved, neverShown } from './unsent.ts';
import { type ShownByChange, shownByChanges } from './writes.ts';
import { entitiesOf, newWorld, type World } from './world.ts';

type Operation = (typeof contract)[number];

const app = startApp(ownDatabase());
let world: World;
let askResult: Awaited<ReturnType<typeof readEverything>>;
let changedCounts: readonly ChangedCount[];
let shownByChange: readonly ShownByChange[] = [];

beforeAll(async () => {
  world = await newWorld(app);
  const readings = (await readingsOf(app, world, await entitiesOf(app, world))).filter(({ operation }) => isSampled(operation.id));
  askResult = await readEverything(app.base, readersOf(app, world), readings, world.homes);
  const countReaders: Reader[] = [];
  for await (const reader of readersOf(app, world))
    if (reader.isRestricted || /^key \w+:read$/.test(reader.name)) countReaders.push(reader);
  changedCounts = await findChangedCounts(app, world, countReaders, readings);
}, 3_600_000);
afterAll(() => world.end());

/** The texts that each operation declares in x-discloses. */
const declaredTexts: ReadonlyMap<string, readonly string[]> = new Map(
  contract.map(({ id, method, template }) => {
    const { 'x-discloses': texts = [] }: { readonly 'x-discloses'?: readonly string[] } = Object(
      document.paths[template]?.[method.toLowerCase()],
    );
    return [String(id), texts] as const;
  }),
);

test('every text of a request has a canary, or is listed with a field that has one', () => {
  const fields = new Set([...world.homes.values()].flat().map(({ kind, field }) => `${kind}.${field}`));
  const missingTexts = contract
    .filter(({ method, registry }) => method !== 'GET' && registry.effect === 'change')
    .flatMap((operation) => textsOf(operation).map(({ name }) => ({ id: operation.id, name })))
    .filter(({ id, name }) => !world.stored.has(`${id} ${name}`) && !fields.has(storedIn[id] ?? '') && !(id in notStored));
  expect(missingTexts.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
});

test('every kind of record has a text with a canary', () => {
  const markedKinds = new Set([...world.homes.values()].flat().map(({ kind }) => kind));
  expect(Object.values(kinds).flatMap(({ kind }) => (markedKinds.has(kind) ? [] : [kind]))).toEqual([]);
  const knownTables = Object.keys({ ...kinds, comment: '', attachment: '', user_account: '' });
  expect(Object.keys({ ...textColumns, ...structuredColumns }).filter((table) => !knownTables.includes(table))).toEqual([]);
});

test('every reference to another record has a value, or is listed with the reason why it is empty', async () => {
  const foundReferences = await emptyReferences(app.database, world.id);
  expect(foundReferences.map(({ table, column }) => `${table}.${column}`)).toEqual(Object.keys(emptyReferenceReasons).toSorted());
});

/** Whether all operations are tested: a sample of them can neither show every kind of text nor that every declaration is needed. */
const isWhole = sampledContract.length === contract.length;
test.runIf(isWhole)('every kind of text is shown to at least one reader', () => {
  const fields = new Set([...world.homes.values()].flat().flatMap(({ kind, field }) => (field === 'request' ? [] : [`${kind}.${field}`])));
  expect([...fields].filter((text) => !askResult.seen.has(text) && !(text in neverShown)).sort()).toEqual([]);
});

test('every read is answered successfully, and every canary in an answer belongs to a known record', () => {
  const unansweredReads = [...askResult.statuses].filter(
    ([id, statuses]) => ![...statuses].some((status) => status < 300) && !(id in neverSuccessful),
  );
  expect(unansweredReads.map(([id, statuses]) => `${id} ${[...statuses].join()}`)).toEqual([]);
  expect(askResult.homeless).toEqual([]);
});

test('every answer shows only texts that the reader may read or that the operation declares', () => {
  const undeclaredTexts = askResult.disclosures.filter(
    ({ operation, texts, why }) => why !== 'permission' || !texts.some((text) => declaredTexts.get(operation)?.includes(text)),
  );
  expect(
    undeclaredTexts
      .map(({ operation, texts, why, readers }) => `${operation} shows ${texts.join(' or ')} (${why}) to ${[...readers].sort().join(', ')}`)
      .sort(),
  ).toEqual([]);
});

test('a number changes with a hidden record only if the operation declares this', () => {
  // A version counts the changes of the record that is shown, and linking is one of them. It does not say what was linked.
  const recordCounts = changedCounts.filter(({ example }) => !/\.(?:version|recordVersion) \d+$/.test(example));
  // An operation that declares a text of all records of a kind thereby declares their number.
  const undeclaredCounts = recordCounts.filter(
    ({ operation, kind }) => !declaredTexts.get(operation)?.some((text) => text.startsWith(`${kind}.`)),
  );
  expect(
    undeclaredCounts
      .map(({ operation, kind, readers, example }) => `${operation} counts ${kind} for ${[...readers].sort().join(', ')}: ${example}`)
      .sort(),
  ).toEqual([]);
});

test('no filter reveals a link to a record that the reader may not read', async () => {
  expect(await findRevealingFilters(app, world)).toEqual([]);
});

test('no read requires a permission that the contract does not name', () => {
  expect(askResult.refused.filter((id) => !(id in furtherPermissions)).sort()).toEqual([]);
});

test('answers of changes show only texts that are declared for the change or for a read of the same record', async () => {
  shownByChange = await shownByChanges(app, world);
  const undeclaredTexts = shownByChange.filter(({ operation, texts }) => {
    const reads = contract.filter(
      (read) => read.method === 'GET' && (read.template === operation.template || isOfSameRecord(read, operation)),
    );
    return !texts.some((text) => [operation, ...reads].some(({ id }) => declaredTexts.get(id)?.includes(text)));
  });
  expect([...new Set(undeclaredTexts.map(({ operation, texts }) => `${operation.id} shows ${texts.join(' or ')}`))].sort()).toEqual([]);
}, 3_600_000);

test.runIf(isWhole)('every declaration is needed', () => {
  const observed = new Set([
    ...askResult.disclosures.flatMap(({ operation, texts }) => texts.map((text) => `${operation} ${text}`)),
    ...shownByChange.flatMap(({ operation, texts }) => texts.map((text) => `${operation.id} ${text}`)),
    ...changedCounts.map(({ operation, kind }) => `${operation} ${kind}.count`),
  ]);
  const unneeded = [...declaredTexts]
    .flatMap(([id, texts]) => texts.map((text) => `${id} ${text}`))
    .filter((one) => !observed.has(one) && !(one in unobserved));
  expect(unneeded).toEqual([]);
});

/** @returns whether two operations answer with the same schema */
function isOfSameRecord(read: Operation, change: Operation): boolean {
  const [schemaOfRead, schemaOfChange] = [read, change].map(({ responses }) => {
    const { answer } = responses.find(({ status }) => status === 200 || status === 201) ?? {};
    const { $ref }: { readonly $ref?: string } = Object(answer?.content?.['application/json']?.schema);
    return $ref;
  });
  return schemaOfRead !== undefined && schemaOfRead === schemaOfChange;
}
