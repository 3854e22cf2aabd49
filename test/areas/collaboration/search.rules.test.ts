import { describe, expect, test } from 'vitest';
import { parseQuery } from '#areas/collaboration/search/rules/query';
import { candidatesIn, createSnippet, shortTitle } from '#areas/collaboration/search/rules/snippet';

const hitsOf = (...words: readonly string[]) => new Map(words.map((word, index) => [word, new Set([index])]));

describe('parseQuery (rule 3)', () => {
  test.each([
    ['access', [[{ words: 'access' }], [{ words: '' }, { prefix: 'access', not: false }]]],
    ['access revi', [[{ words: 'access revi' }], [{ words: 'access' }, { prefix: 'revi', not: false }]]],
    ['a', [[{ words: 'a' }]]],
    ['access or review', [[{ words: 'access' }], [{ words: 'review' }]]],
    ['access OR review laptop', [[{ words: 'access' }], [{ words: 'review laptop' }]]],
    ['or access', [[{ words: 'or access' }], [{ words: 'or' }, { prefix: 'access', not: false }]]],
    ['access -review', [[{ words: 'access -review' }]]],
    ['"access review"', [[{ words: '"access review"' }]]],
    ['-"access review" laptop', [[{ words: '-"access review" laptop' }]]],
    ['acc*', [[{ prefix: 'acc', not: false }]]],
    ['review -acc*', [[{ words: 'review' }, { prefix: 'acc', not: true }]]],
    ['ISO-27*', [[{ words: 'ISO' }, { prefix: '27', not: false }]]],
    ['"access review', [[{ words: 'access review' }], [{ words: 'access' }, { prefix: 'review', not: false }]]],
    ['***', [[]]],
    ['---', [[]]],
    ['-- --access', [[{ words: '-access' }]]],
    [
      'single-sign-on, dana@example.com!',
      [[{ words: 'single-sign-on dana@example.com' }], [{ words: 'single-sign-on dana@example' }, { prefix: 'com', not: false }]],
    ],
    ['"a or b"', [[{ words: '"a or b"' }]]],
  ])('parses %s', (typedText, alternatives) => {
    expect(parseQuery(typedText).alternatives).toEqual(alternatives);
  });
  test('terms are the words that a result should contain', () => {
    expect(parseQuery('"access review" or lap* -phone').terms).toEqual([
      { word: 'access', prefix: false },
      { word: 'review', prefix: false },
      { word: 'lap', prefix: true },
    ]);
    expect(parseQuery('access revi').terms).toEqual([
      { word: 'access', prefix: false },
      { word: 'revi', prefix: true },
    ]);
  });
  test('only a complete id of a record counts as an id (rule 4)', () => {
    expect(parseQuery('rsk_69a55524a7c0f3e1b2d49608').exact).toBe('rsk_69a55524a7c0f3e1b2d49608');
    for (const otherText of ['rsk_69a55524', 'rsk_69a55524a7c0f3e1b2d49608 x', 'RSK_69a55524a7c0f3e1b2d49608'])
      expect(parseQuery(otherText).exact).toBeUndefined();
  });
});

describe('createSnippet (rule 7)', () => {
  test('returns the position of each word in UTF-16 code units, as JavaScript counts', () => {
    const { title, snippet, highlights } = createSnippet(
      '🔑 Access',
      [['description', 'Éa  access\n\n to 🔑 keys']],
      hitsOf('access', 'keys'),
    );
    expect(title.slice(3, 9)).toBe('Access');
    expect(snippet).toBe('Éa access to 🔑 keys');
    expect(highlights).toEqual([
      { field: 'title', start: 3, length: 6 },
      { field: 'snippet', start: 3, length: 6 },
      { field: 'snippet', start: 16, length: 4 },
    ]);
  });
  test('chooses the part with the most words, and the field with the most words', () => {
    const filler = 'nothing of interest '.repeat(30);
    const text = `access ${filler} the access review of laptops ${filler} laptops`;
    const { snippet, highlights, matched } = createSnippet(
      'Title',
      [
        ['first', 'laptops'],
        ['second', text],
      ],
      hitsOf('access', 'review', 'laptops'),
    );
    expect(snippet).toContain('the access review of laptops');
    expect(snippet).toMatch(/^….*…$/);
    expect(snippet?.length).toBeLessThanOrEqual(240);
    expect(highlights.map(({ start, length }) => snippet?.slice(start, start + length))).toEqual(['access', 'review', 'laptops']);
    expect(matched).toEqual(['first', 'second']);
  });
  test('returns the beginning of a text without a matching word, and null without a text', () => {
    expect(createSnippet('Access', [['description', `Some text ${'x'.repeat(500)}`]], hitsOf('access'))).toMatchObject({
      snippet: expect.stringMatching(/^Some text x+…$/),
      highlights: [{ field: 'title', start: 0, length: 6 }],
      matched: ['title'],
    });
    expect(createSnippet('Access', [], hitsOf('access')).snippet).toBeNull();
  });
  test('never cuts a character in half, however long the text is', () => {
    for (const lead of [0, 1, 2, 3]) {
      const { snippet } = createSnippet('T', [['a', `${'x'.repeat(lead)}${'🔑'.repeat(300)}`]], hitsOf());
      expect(snippet?.isWellFormed()).toBe(true);
      expect(snippet?.length).toBeLessThanOrEqual(240);
      expect(shortTitle(`${'x'.repeat(lead)}${'🔑'.repeat(300)}`).isWellFormed()).toBe(true);
    }
  });
  test('returns no more highlights than the contract allows', () => {
    const text = 'access '.repeat(5000);
    expect(createSnippet(text, [['a', text]], hitsOf('access')).highlights).toHaveLength(40);
  });
});

test('returns only words that begin with the first letter of a term, ignoring accents and case', () => {
  expect(
    candidatesIn(
      ['Été access ACCESS øre, zoo'],
      [
        { word: 'etes', prefix: false },
        { word: 'Access', prefix: true },
        { word: 'ore', prefix: false },
      ],
    ),
  ).toEqual(['été', 'access', 'øre']);
});
