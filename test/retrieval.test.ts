/** Tests which passages about an organization are found for a question. */
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { readerOfEverything } from './support/readers.ts';
import { findPassages, type PassageSource } from '#domain/retrieval/passages';
import { startApp } from './support/app.ts';
import { cpuTimeOf } from './support/cpu-time.ts';
import { within } from './support/organization.ts';
import { add } from './support/risks.ts';

const app = startApp();
type Caller = Awaited<ReturnType<typeof app.caller>>;
const askPassages = (
  { organization }: Caller,
  question: string,
  options: { limit?: number; sources?: readonly PassageSource[]; practices?: boolean } = {},
) => within(app.database, organization.id, (db) => findPassages(db, question, readerOfEverything, { limit: 5, ...options }));

const treatmentPlan = 'We encrypt every disk and lock the screens.';
const stolenLaptops = {
  title: 'Laptop theft',
  description: 'A laptop with customer data is stolen from a car.',
  treatmentStrategy: { type: 'mitigate', description: treatmentPlan },
};
const flood = { title: 'Flood in the office', description: 'Water reaches the server room.' };

async function withRegister() {
  const caller = await app.caller();
  const [first, second] = [await add(caller.call, stolenLaptops), await add(caller.call, flood)];
  const control = newId('ctl');
  await within(app.database, caller.organization.id, (db) =>
    db.insertInto('control').values({ id: control, name: 'Disk encryption of laptops' }).execute(),
  );
  return { caller, theftId: first.id, floodId: second.id, control };
}

test('the record that the question is about is first, even if its words have another grammatical form', async () => {
  const { caller, theftId, control } = await withRegister();
  const passages = await askPassages(caller, '3.2 Do you encrypt the disks of your laptops?');
  expect(passages[0]).toEqual({
    sourceType: 'control',
    sourceId: control,
    sourceName: 'Disk encryption of laptops',
    text: 'Disk encryption of laptops',
    score: expect.closeTo(1, 5),
  });
  expect(passages[1]).toEqual({
    sourceType: 'risk',
    sourceId: theftId,
    sourceName: 'Laptop theft',
    text: 'We encrypt every disk and lock the screens.',
    score: expect.any(Number),
  });
  expect(passages.map(({ score }) => score)).toEqual(passages.map(({ score }) => score).sort((one, other) => other - one));
});

test('a passage about a part of the question scores less than the maximum', async () => {
  const { caller, floodId } = await withRegister();
  const [best] = await askPassages(caller, 'Is water kept away from the server room by pumps and detectors?');
  expect(best).toMatchObject({ sourceId: floodId, score: expect.any(Number) });
  expect(best?.score).toBeGreaterThan(0.2);
  expect(best?.score).toBeLessThan(0.85);
});

test('a question about an unknown subject finds nothing', async () => {
  const { caller } = await withRegister();
  expect(await askPassages(caller, 'Do you breed unicorns?')).toEqual([]);
  expect(await askPassages(caller, 'Do you have it?')).toEqual([]);
  expect(await askPassages(caller, ' 12 ?')).toEqual([]);
});

test('returns at most `limit` passages of the requested kinds', async () => {
  const { caller, control } = await withRegister();
  expect((await askPassages(caller, 'laptop disk encryption', { sources: ['control'] })).map(({ sourceId }) => sourceId)).toEqual([
    control,
  ]);
  expect(await askPassages(caller, 'laptop disk encryption', { sources: [] })).toEqual([]);
  expect(await askPassages(caller, 'laptop disk encryption', { limit: 1 })).toHaveLength(1);
});

test('only treatments of risks are returned as practices, and accepted risks are not', async () => {
  const { caller, theftId, floodId } = await withRegister();
  expect((await askPassages(caller, 'laptop theft', { sources: ['risk'] })).map(({ text }) => text)).toEqual(
    expect.arrayContaining([stolenLaptops.description, treatmentPlan]),
  );
  expect(await askPassages(caller, 'laptop theft', { sources: ['risk'], practices: true })).toMatchObject([
    { sourceId: theftId, text: treatmentPlan },
  ]);
  expect(await askPassages(caller, 'customer data in a car', { practices: true })).toEqual([]);
  await caller.call('PATCH', `/v1/risks/${floodId}`, {
    body: { treatmentStrategy: { type: 'accept', description: 'The server room is insured.' } },
  });
  expect(await askPassages(caller, 'flood in the server room', { practices: true })).toEqual([]);
});

test('archived risks and abandoned treatments are not returned', async () => {
  const { caller, theftId, floodId } = await withRegister();
  await caller.call('PATCH', `/v1/risks/${floodId}`, { body: { status: 'archived' } });
  await caller.call('PATCH', `/v1/risks/${theftId}`, {
    body: { treatmentStrategy: { type: 'transfer', description: 'An insurance pays.' } },
  });
  expect(await askPassages(caller, 'water in the server room')).toEqual([]);
  expect(await askPassages(caller, 'lock the screens')).toEqual([]);
  expect(await askPassages(caller, 'insurance')).toMatchObject([{ sourceId: theftId, text: 'An insurance pays.' }]);
});

test('no passage of another organization is returned', async () => {
  await withRegister();
  expect(await askPassages(await app.caller(), 'laptop disk encryption in the server room')).toEqual([]);
});

test('equal passages are always returned in the same order', async () => {
  const caller = await app.caller();
  const ids = [];
  for (let n = 0; n < 4; n += 1) ids.push((await add(caller.call, flood)).id);
  expect((await askPassages(caller, 'flood in the office')).map(({ sourceId }) => sourceId)).toEqual(ids.toSorted());
});

test.each([
  "it's `flood`",
  'flood & !office | <-> :*',
  String.raw`flood\ \' \\`,
  "flood') or true --",
  `flood ${'x'.repeat(3000)}`,
  `flood ${Array.from({ length: 500 }, (_, n) => `word${n}x`).join(' ')}`,
])('special characters of the search are treated as text: %.30s', async (question) => {
  const { caller, floodId } = await withRegister();
  expect((await askPassages(caller, question)).map(({ sourceId }) => sourceId)).toEqual([floodId]);
});

test('a question finds a few passages among ten thousand risks', async () => {
  const caller = await app.caller();
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    id: newId('rsk'),
    title: `Server ${n % 500} fails`,
    description: `Service ${n % 70} of the data center is down for hours, and customers wait.`,
    category: 'technology' as const,
  }));
  await within(app.database, caller.organization.id, async (db) => {
    for (let offset = 0; offset < rows.length; offset += 1000)
      await db
        .insertInto('risk')
        .values(rows.slice(offset, offset + 1000))
        .execute();
  });
  const { id } = await add(caller.call, stolenLaptops);
  const time = await cpuTimeOf(async () => {
    expect(await askPassages(caller, 'Does the data center encrypt the data of customers on laptops?', { limit: 3 })).toMatchObject([
      { sourceId: id },
      { sourceType: 'risk' },
      { sourceType: 'risk' },
    ]);
  });
  expect(time).toBeLessThan(10_000);
});

test('a question finds a few passages among records of maximum length', async () => {
  const caller = await app.caller();
  const longDescription = (n: number) => Array.from({ length: 2500 }, (_, index) => `word${(n * 7 + index) % 3000}`).join(' ');
  const rows = Array.from({ length: 200 }, (_, n) => ({
    id: newId('rsk'),
    title: `Risk ${n} of laptops`,
    description: longDescription(n),
    category: 'technology' as const,
  }));
  await within(app.database, caller.organization.id, async (db) => {
    for (let offset = 0; offset < rows.length; offset += 50)
      await db
        .insertInto('risk')
        .values(rows.slice(offset, offset + 50))
        .execute();
  });
  const time = await cpuTimeOf(async () => {
    expect(await askPassages(caller, `Do laptops need ${longDescription(3).slice(0, 4000)}?`, { limit: 3 })).toHaveLength(3);
  });
  expect(time).toBeLessThan(10_000);
});
