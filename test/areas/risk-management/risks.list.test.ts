/** Listing risks: filters, search, order and pages. */
import { expect, test } from 'vitest';
import { allPages, startApp } from '../../support/app.ts';
import { within } from '../../support/organization.ts';
import { add, invalid, list, type ListedRisk, riskActors, titles } from '../../support/risks.ts';

const app = startApp();
const actors = riskActors(app);

test('200 lists risks of every status by default, and risks with any of the values of a repeated filter', async () => {
  const { call, member } = await actors.withMember();
  await add(call, { title: 'A', status: 'open', category: 'fraud', department: 'it' });
  await add(call, { title: 'B', status: 'pending', category: 'people', department: 'hr', assigneeId: member.id });
  await add(call, { title: 'C', status: 'closed', category: 'fraud', department: 'none' });
  await add(call, { title: 'D', status: 'archived', category: 'other', department: 'it', assigneeId: member.id });
  const cases: [string, string[]][] = [
    ['', ['A', 'B', 'C', 'D']],
    ['?status=open', ['A']],
    ['?status=closed&status=archived', ['C', 'D']],
    ['?category=fraud', ['A', 'C']],
    ['?category=fraud&category=people', ['A', 'B', 'C']],
    ['?department=it', ['A', 'D']],
    ['?department=it&department=hr', ['A', 'B', 'D']],
    ['?department=qms', []],
    [`?assigneeId=${member.id}`, ['B', 'D']],
    ['?assigneeId=mem_x', []],
    [`?assigneeId=${member.id}&status=pending&category=people&department=hr&search=b`, ['B']],
    ['?category=fraud&department=it', ['A']],
  ];
  for (const [query, expected] of cases) expect(await titles(call, query), query).toEqual(expected);
});
test('200 lists the risks whose title or description contains the search text, ignoring case, with any characters in the text', async () => {
  const { call } = await app.caller();
  for (const [title, description] of [
    ['Ransomware', 'Mails that lure'],
    ["Bob's keys", 'Lost'],
    ['100% down', 'snake_case'],
    ['Back\\slash', 'Says "no"'],
  ])
    await add(call, { title, description });
  const cases: [string, string[]][] = [
    ['RANSOM', ['Ransomware']],
    ['LURE', ['Ransomware']],
    ["b's K", ["Bob's keys"]],
    ['%', ['100% down']],
    ['_', ['100% down']],
    ['snake_', ['100% down']],
    ['\\', ['Back\\slash']],
    ['"NO"', ['Back\\slash']],
    ["' or 1=1 --", []],
    ['e%e', []],
    ['R_nsom', []],
  ];
  for (const [search, expected] of cases) expect(await titles(call, `?search=${encodeURIComponent(search)}`), search).toEqual(expected);
});
test('200 sorts by any field in both directions, then by id, on one page and on several pages', async () => {
  const { call, organization } = await app.caller();
  for (const n of [3, 1, 2, 1, 3, 1])
    await add(call, { title: `R${n}`, probability: n, impact: n / 2, status: ['open', 'closed', 'pending'][n - 1] });
  const times = ['2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z'] as const;
  const stored = await list(call);
  await within(app.database, organization.id, async (db) => {
    for (const [n, { id }] of stored.entries())
      await db
        .updateTable('risk')
        .set({ created_at: times[n % 2] ?? times[0], updated_at: times[n % 3 ? 0 : 1] })
        .where('id', '=', id)
        .execute();
  });
  const allRisks = await list(call);
  for (const sortBy of ['createdAt', 'updatedAt', 'title', 'status', 'probability', 'impact'] as const) {
    const ascending = [...allRisks]
      .sort((a, b) => (a[sortBy] < b[sortBy] ? -1 : a[sortBy] > b[sortBy] ? 1 : a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
    for (const [sortOrder, expected] of [
      ['asc', ascending],
      ['desc', ascending.toReversed()],
      [undefined, ascending.toReversed()],
    ] as const) {
      const query = `?sortBy=${sortBy}${sortOrder ? `&sortOrder=${sortOrder}` : ''}`;
      expect(
        (await list(call, query)).map(({ id }) => id),
        query,
      ).toEqual(expected);
      for (const limit of sortOrder ? [1, 4] : [])
        expect(
          (await allPages(call, `/v1/risks${query}&limit=${limit}`)).flatMap(({ data }) => data.map(({ id }: ListedRisk) => id)),
          `${query} by ${limit}`,
        ).toEqual(expected);
    }
  }
  expect((await list(call)).map(({ id }) => id)).toEqual((await list(call, '?sortBy=createdAt&sortOrder=desc')).map(({ id }) => id));
});
test('200 with a cursor only with a limit, and a Link that keeps the filters; 400 for a cursor of another order or organization', async () => {
  const [{ call }, other] = [await app.caller(), await app.caller()];
  for (let n = 0; n < 5; n += 1) await add(call, { title: `Risk ${n}`, status: n === 2 ? 'closed' : 'open' });
  const first = await call('GET', '/v1/risks?limit=2&status=open&search=risk');
  expect(Object.keys(first.body)).toEqual(['success', 'data', 'nextCursor']);
  const { body: counted } = await call('GET', '/v1/risks?limit=2&status=open&search=risk&count=true');
  expect(counted).toMatchObject({ success: true, nextCursor: first.body.nextCursor, totalCount: 4 });
  expect(Object.keys((await call('GET', '/v1/risks')).body)).toEqual(['success', 'data']);
  expect((await call('GET', '/v1/risks?limit=5')).body.nextCursor).toBeNull();
  const pages = await allPages(call, '/v1/risks?limit=2&status=open&search=risk');
  expect(pages.map(({ data }) => data.map(({ title }: ListedRisk) => title))).toEqual([
    ['Risk 4', 'Risk 3'],
    ['Risk 1', 'Risk 0'],
  ]);
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(first.body.nextCursor).toBe(decodeURIComponent(cursor));
  const rejection = invalid({ cursor: { _errors: ['is not a cursor of this list'] } });
  expect(await call('GET', `/v1/risks?limit=2&sortBy=title&cursor=${cursor}`)).toMatchObject(rejection);
  expect(await call('GET', `/v1/risks?limit=2&sortOrder=asc&cursor=${cursor}`)).toMatchObject(rejection);
  expect(await other.call('GET', `/v1/risks?limit=2&cursor=${cursor}`)).toMatchObject(rejection);
});
test('200 filtered and sorted by score, level and assessment, as the ratings show them in the bands of the organization', async () => {
  const { call } = await app.caller();
  for (const n of [0, 2, 5, 7, 9, 10])
    await add(call, { title: `R${n}`, probability: n, impact: n, residual_probability: n, residual_impact: 1 });
  for (const bands of [undefined, { veryLow: 1, low: 3, medium: 5, high: 7 }]) {
    if (bands) expect((await call('PUT', '/v1/risks/rating-bands', { body: bands })).status).toBe(200);
    const all = await list(call);
    for (const [kind, rating] of [
      ['inherent', 'inherentRating'],
      ['residual', 'residualRating'],
    ] as const) {
      const expectTitles = async (query: string, isExpected: (risk: ListedRisk) => boolean) =>
        expect(await titles(call, query), query).toEqual(
          all
            .filter(isExpected)
            .map(({ title }) => title)
            .sort(),
        );
      for (const level of ['very_low', 'low', 'medium', 'high', 'very_high'])
        await expectTitles(`?${kind}Level=${level}`, (risk) => risk[rating].level === level);
      await expectTitles(`?${kind}Score=1&${kind}Score=9`, (risk) => [1, 9].includes(risk[rating].score));
      for (const isAssessed of [true, false])
        await expectTitles(`?${kind}Assessed=${isAssessed}`, (risk) => risk[rating].assessed === isAssessed);
      const scores = (await list(call, `?sortBy=${kind}Score&sortOrder=asc`)).map((risk) => risk[rating].score);
      expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    }
  }
});
test('200 with `none` as assignee lists as many risks as the statistics count, and with `me` those of the caller', async () => {
  const { call, organization } = await app.caller();
  for (const assigneeId of [organization.owner.id, undefined, undefined]) await add(call, { title: `Risk of ${assigneeId}`, assigneeId });
  const { body: stats } = await call('GET', '/v1/risks/stats');
  expect(stats.unassigned).toBe(2);
  expect(await list(call, '?assigneeId=none')).toHaveLength(2);
  expect(await titles(call, '?assigneeId=me')).toEqual([`Risk of ${organization.owner.id}`]);
});
test('200 returns pages also for titles of the maximum length and with unusual characters', async () => {
  const { call } = await app.caller();
  const longTitle = Array.from({ length: 498 }, (_, n) => String.fromCodePoint(0x20000 + ((n * 7919) % 40_000))).join('');
  for (const n of [1, 2, 3]) await add(call, { title: `${longTitle}"${n}` });
  expect((await allPages(call, '/v1/risks?limit=1&sortBy=title&sortOrder=asc')).map(({ data }) => data[0].title.at(-1))).toEqual([
    '1',
    '2',
    '3',
  ]);
});
