import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { searchUrl, findIds, type Result, newRiskId, search, suggestIds } from '../../support/search.ts';

const app = startApp();

describe('query language (rule 3)', () => {
  test('200 finds records with all words, one of several alternatives, a phrase or word prefixes, without excluded words', async () => {
    const { call } = await app.caller();
    const review = await newRiskId(call, { title: 'Access reviews', description: 'Nobody looks.' });
    const laptop = await newRiskId(call, { title: 'Laptops', description: 'The review of access is late.' });
    const phone = await newRiskId(call, { title: 'Téléphones encrypted', description: 'Ça va.' });
    const bothIds = [review, laptop].toSorted();
    expect((await findIds(call, 'access review')).toSorted()).toEqual(bothIds);
    expect((await findIds(call, 'REVIEWING accesses')).toSorted()).toEqual(bothIds);
    expect(await findIds(call, '"access review"')).toEqual([review]);
    expect(await findIds(call, 'access -laptop')).toEqual([review]);
    expect(await findIds(call, 'access -lap*')).toEqual([review]);
    expect((await findIds(call, 'laptop or telephone')).toSorted()).toEqual([laptop, phone].toSorted());
    expect(await findIds(call, 'lap* review')).toEqual([laptop]);
    expect(await findIds(call, 'encryptin')).toEqual([]);
    expect(await findIds(call, 'encrypte')).toEqual([phone]);
    expect(await findIds(call, 'encryptio or nowhere')).toEqual([]);
    expect(await findIds(call, 'telephone')).toEqual([phone]);
    expect(await findIds(call, 'TÉLÉPHONE ca')).toEqual([phone]);
    expect(await findIds(call, 'access "review')).toHaveLength(2);
    expect(await findIds(call, 'access nowhere')).toEqual([]);
  });
  test('200 finds file names and addresses, complete or in parts', async () => {
    const { call } = await app.caller();
    const id = await newRiskId(call, {
      title: 'Access-review_2026.pdf',
      description: 'Ask dana.frost@example.com, or see docs.example.org/offices.',
    });
    for (const q of [
      'access-review_2026.pdf',
      'review',
      'access 2026',
      'pdf',
      'dana.frost@example.com',
      'frost',
      'docs.example.org',
      'offices',
    ])
      expect(await findIds(call, q), q).toEqual([id]);
    expect(await suggestIds(call, 'rev')).toEqual([id]);
    expect(await suggestIds(call, 'access-rev')).toEqual([id]);
  });
  test('200 for a query of only stop words; any other query ignores stop words', async () => {
    const { call } = await app.caller();
    const id = await newRiskId(call, { title: 'Who is it', description: 'Whoever.' });
    expect(await findIds(call, 'who is')).toEqual([id]);
    expect(await findIds(call, 'the whoever')).toEqual([id]);
  });
  test('200 with the record of the searched id first and with score 1, and with records that mention the id (rule 4)', async () => {
    const { call } = await app.caller();
    const id = await newRiskId(call);
    const other = await newRiskId(call, { description: `See ${id}.` });
    const { data } = await search(call, ` ${id} `);
    expect(data.map((result: Result) => result.id)).toEqual([id, other]);
    expect(data[0]).toMatchObject({ score: 1, matchedFields: ['id'] });
  });
  const characters = [
    '"',
    '-',
    '*',
    ' or ',
    '(',
    ')',
    '!',
    '&',
    '|',
    '<->',
    ':',
    "'",
    '\\',
    ' ',
    'a',
    'the',
    'é',
    '🔑',
    '�',
    '=',
    '#',
    '%',
    '_',
    '@',
    '.',
    '/',
    '1e9',
    '\u0301',
    '\t',
  ];
  const queries: readonly (readonly [what: string, q: string])[] = [
    ['256 asterisks', '*'.repeat(256)],
    ['256 quotation marks', '"'.repeat(256)],
    ['256 hyphens', '-'.repeat(256)],
    ['hyphens apart', '- '.repeat(128)],
    ['85 words that are excluded', '-a '.repeat(85)],
    ['51 alternatives', 'a or '.repeat(51)],
    ['hyphens within words', 'a--b---c,-d,--e'.repeat(16)],
    ['phrases of signs', '"-- " -"-" '.repeat(20)],
    ['a very long word', 'x'.repeat(256)],
    ['a very long beginning', `${'x'.repeat(255)}*`],
    ['accents alone', '\u0301'.repeat(200)],
    ['operators alone', `or or "or" -or or* ! & | <-> :* ( ) ' \\`],
    ['what SQL would mind', `'; drop table search_entry; -- ' || $$ \\' :*`],
    ...Array.from({ length: 40 }, (_, round) => {
      let seed = round * 7919 + 13;
      const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
      return [
        `mixed signs, ${round}`,
        `x${Array.from({ length: 60 }, () => characters[next() % characters.length]).join('')}`.slice(0, 256),
      ] as const;
    }),
  ];
  test.each(queries)('200 for %s', async (_name, q) => {
    const { call } = await sharedCaller();
    expect(await call('GET', searchUrl(q))).toMatchObject({ status: 200 });
    expect(await call('GET', `/v1/search/suggestions?q=${encodeURIComponent(q.slice(0, 64))}`)).toMatchObject({ status: 200 });
  });
  test.each([
    ['nothing', ''],
    ['white space', '  '],
    ['more than 256 characters', 'x'.repeat(257)],
    ['U+0000', 'a\0b'],
  ])('400 for %s', async (_case, q) => {
    const { call } = await sharedCaller();
    expect(await call('GET', searchUrl(q))).toMatchObject({ status: 400, body: { details: { q: {} } } });
  });
});

/** The caller that tests share if their requests change nothing. */
let sharedCallerPromise: ReturnType<typeof app.caller> | undefined;
function sharedCaller() {
  return (sharedCallerPromise ??= app.caller());
}
