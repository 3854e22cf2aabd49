import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids';
import { readerOfEverything } from './support/readers.ts';
import { findPassages, type PassageSource } from '#domain/retrieval/passages';
import { startApp } from './support/app.ts';
import { within } from './support/organization.ts';
import { add } from './support/risks.ts';

const app = startApp();
type Caller = Awaited<ReturnType<typeof app.caller>>;
const ask = (
  { organization }: Caller,
  question: string,
  options: { limit?: number; sources?: readonly PassageSource[]; practices?: boolean } = {},
) => within(app.database, organization.id, (db) => findPassages(db, question, readerOfEverything, { limit: 5, ...options }));

const plan = 'We encrypt every disk and lock the screens.';
const theft = {
  title: 'Laptop theft',
  description: 'A laptop with customer data is stolen from a car.',
  treatmentStrategy: { type: 'mitigate', description: plan },
};
const flood = { title: 'Flood in the office', description: 'Water reaches the server room.' };

async function withRegister() {
  const caller = await app.caller();
  const [first, second] = [await add(caller.call, theft), await add(caller.call, flood)];
  const control = newId('ctl');
  await within(app.database, caller.organization.id, (db) =>
    db.insertInto('control').values({ id: control, name: 'Disk encryption of laptops' }).execute(),
  );
  return { caller, theft: first.id, flood: second.id, control };
}

test('the record that speaks of what is asked comes first, whatever the form of its words', async () => {
  const { caller, theft, control } = await withRegister();
  const found = await ask(caller, '3.2 Do you encrypt the disks of your laptops?');
  expect(found[0]).toEqual({
    sourceType: 'control',
    sourceId: control,
    sourceName: 'Disk encryption of laptops',
    text: 'Disk encryption of laptops',
    score: expect.closeTo(1, 5),
  });
  expect(found[1]).toEqual({
    sourceType: 'risk',
    sourceId: theft,
    sourceName: 'Laptop theft',
    text: 'We encrypt every disk and lock the screens.',
    score: expect.any(Number),
  });
  expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((one, other) => other - one));
});

test('a passage about part of the question scores between what is about all of it and nothing', async () => {
  const { caller, flood } = await withRegister();
  const [best] = await ask(caller, 'Is water kept away from the server room by pumps and detectors?');
  expect(best).toMatchObject({ sourceId: flood, score: expect.any(Number) });
  expect(best?.score).toBeGreaterThan(0.2);
  expect(best?.score).toBeLessThan(0.85);
});

test('what nobody wrote about is not found', async () => {
  const { caller } = await withRegister();
  expect(await ask(caller, 'Do you breed unicorns?')).toEqual([]);
  expect(await ask(caller, 'Do you have it?')).toEqual([]);
  expect(await ask(caller, ' 12 ?')).toEqual([]);
});

test('only the kinds that are asked for, and no more than asked for', async () => {
  const { caller, control } = await withRegister();
  expect((await ask(caller, 'laptop disk encryption', { sources: ['control'] })).map(({ sourceId }) => sourceId)).toEqual([control]);
  expect(await ask(caller, 'laptop disk encryption', { sources: [] })).toEqual([]);
  expect(await ask(caller, 'laptop disk encryption', { limit: 1 })).toHaveLength(1);
});

test('what could go wrong, and what is accepted, is no practice', async () => {
  const { caller, theft: stolen, flood } = await withRegister();
  expect((await ask(caller, 'laptop theft', { sources: ['risk'] })).map(({ text }) => text)).toEqual(
    expect.arrayContaining([theft.description, plan]),
  );
  expect(await ask(caller, 'laptop theft', { sources: ['risk'], practices: true })).toMatchObject([{ sourceId: stolen, text: plan }]);
  expect(await ask(caller, 'customer data in a car', { practices: true })).toEqual([]);
  await caller.call('PATCH', `/v1/risks/${flood}`, {
    body: { treatmentStrategy: { type: 'accept', description: 'The server room is insured.' } },
  });
  expect(await ask(caller, 'flood in the server room', { practices: true })).toEqual([]);
});

test('archived risks and treatments that were given up are left out', async () => {
  const { caller, theft, flood } = await withRegister();
  await caller.call('PATCH', `/v1/risks/${flood}`, { body: { status: 'archived' } });
  await caller.call('PATCH', `/v1/risks/${theft}`, {
    body: { treatmentStrategy: { type: 'transfer', description: 'An insurance pays.' } },
  });
  expect(await ask(caller, 'water in the server room')).toEqual([]);
  expect(await ask(caller, 'lock the screens')).toEqual([]);
  expect(await ask(caller, 'insurance')).toMatchObject([{ sourceId: theft, text: 'An insurance pays.' }]);
});

test('nothing of another organization is found', async () => {
  await withRegister();
  expect(await ask(await app.caller(), 'laptop disk encryption in the server room')).toEqual([]);
});

test('equal passages come in the same order every time', async () => {
  const caller = await app.caller();
  const ids = [];
  for (let n = 0; n < 4; n += 1) ids.push((await add(caller.call, flood)).id);
  expect((await ask(caller, 'flood in the office')).map(({ sourceId }) => sourceId)).toEqual(ids.toSorted());
});

test.each([
  "it's `flood`",
  'flood & !office | <-> :*',
  String.raw`flood\ \' \\`,
  "flood') or true --",
  `flood ${'x'.repeat(3000)}`,
  `flood ${Array.from({ length: 500 }, (_, n) => `word${n}x`).join(' ')}`,
])('characters that mean something to the search are only characters: %.30s', async (question) => {
  const { caller, flood } = await withRegister();
  expect((await ask(caller, question)).map(({ sourceId }) => sourceId)).toEqual([flood]);
});

test('among ten thousand risks a question is answered from a few of them', async () => {
  const caller = await app.caller();
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    id: newId('rsk'),
    title: `Server ${n % 500} fails`,
    description: `Service ${n % 70} of the data center is down for hours, and customers wait.`,
    category: 'technology' as const,
  }));
  await within(app.database, caller.organization.id, async (db) => {
    for (let at = 0; at < rows.length; at += 1000)
      await db
        .insertInto('risk')
        .values(rows.slice(at, at + 1000))
        .execute();
  });
  const { id } = await add(caller.call, theft);
  const began = performance.now();
  expect(await ask(caller, 'Does the data center encrypt the data of customers on laptops?', { limit: 3 })).toMatchObject([
    { sourceId: id },
    { sourceType: 'risk' },
    { sourceType: 'risk' },
  ]);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('among records that are as long as they may be, too', async () => {
  const caller = await app.caller();
  const long = (n: number) => Array.from({ length: 2500 }, (_, index) => `word${(n * 7 + index) % 3000}`).join(' ');
  const rows = Array.from({ length: 200 }, (_, n) => ({
    id: newId('rsk'),
    title: `Risk ${n} of laptops`,
    description: long(n),
    category: 'technology' as const,
  }));
  await within(app.database, caller.organization.id, async (db) => {
    for (let at = 0; at < rows.length; at += 50)
      await db
        .insertInto('risk')
        .values(rows.slice(at, at + 50))
        .execute();
  });
  const began = performance.now();
  expect(await ask(caller, `Do laptops need ${long(3).slice(0, 4000)}?`, { limit: 3 })).toHaveLength(3);
  expect(performance.now() - began).toBeLessThan(10_000);
});
