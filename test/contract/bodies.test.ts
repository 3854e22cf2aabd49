/** Malformed and misleading bodies are rejected with the path of the error before they reach the database. */
import { expect, test } from 'vitest';
import { MalformedJson, parseJson } from '#contract/json';
import { startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';

const app = startApp();
const risk = '"title":"t","description":"d","category":"other"';
const nestedArrays = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
  ['a name given twice', `{${risk},"title":"again"}`, { title: { _errors: ['is given twice'] } }],
  ['a name given twice, once escaped', `{${risk},"\\u0074itle":"again"}`, { title: { _errors: ['is given twice'] } }],
  [
    'a name given twice further in',
    `{${risk},"treatmentStrategy":{"type":"avoid","type":"accept"}}`,
    { 'treatmentStrategy.type': { _errors: ['is given twice'] } },
  ],
  ['a number beyond all numbers', `{${risk},"probability":1e400}`, { probability: { _errors: ['is too large for a number'] } }],
  ['U+0000', `{${risk.replace('"t"', '"a\\u0000b"')}}`, { title: { _errors: ['must not contain the character U+0000'] } }],
  [
    'half of a surrogate pair',
    `{${risk.replace('"t"', '"\\ud83d"')}}`,
    { title: { _errors: ['must not contain half of a surrogate pair'] } },
  ],
  ['a name with U+0000', `{${risk},"a\\u0000b":1}`, { _errors: ['must not contain the character U+0000'] }],
  ['depth without end', `{${risk},"x":${nestedArrays(100_000)}}`, { x: { _errors: ['is nested more than 32 levels deep'] } }],
  ['an array too deep', nestedArrays(40), { 0: { _errors: ['is nested more than 32 levels deep'] } }],
  ['NaN', `{${risk},"impact":NaN}`, { _errors: ['the body is not valid JSON'] }],
  ['a comma too many', `{${risk},}`, { _errors: ['the body is not valid JSON'] }],
  ['nothing but space', '   ', { _errors: ['the body is not valid JSON'] }],
  ['a string', '"text"', { _errors: ['must be an object'] }],
  ['__proto__', `{${risk},"__proto__":{"a":1}}`, { ['__proto__']: { _errors: ["Unknown field '__proto__'"] } }],
  ['constructor', `{${risk},"constructor":{"a":1}}`, { constructor: { _errors: ["Unknown field 'constructor'"] } }],
])('400 for %s', async (_what, raw, details) => {
  const { call } = await app.caller();
  const answer = await call('POST', '/v1/risks', { raw });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({ success: false, error: 'Validation failed', details });
  expect((await call('GET', '/v1/risks')).body.data).toEqual([]);
});
test('400 for bytes that are not UTF-8', async () => {
  const { call } = await app.caller();
  const raw = Uint8Array.from([...Buffer.from(`{${risk.replace('"t"', '"')}`), 0xff, ...Buffer.from('"}')]);
  expect(await call('POST', '/v1/risks', { raw })).toMatchObject({
    status: 400,
    body: { details: { _errors: ['the body is not valid JSON'] } },
  });
});
test('400 for a body whose JSON is cut off, and the next request succeeds', async () => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/risks', { raw: '{"title":' })).toMatchObject({ status: 400 });
  expect(await call('GET', '/v1/risks')).toMatchObject({ status: 200 });
});
test('201 for unusual but valid bodies', async () => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/risks', { raw: `\uFEFF{${risk}}` })).toMatchObject({ status: 201 });
  const created = await call('POST', '/v1/risks', {
    raw: `  {${risk.replace('"t"', '"\\ud83d\\ude00 \\u00e9 \\" \\\\"')},"probability":-0,"impact":1e1,"residual_impact":0.30000000000000004}\n`,
  });
  expect(created).toMatchObject({
    status: 201,
    body: { data: { title: '\u{1F600} é " \\', probability: 0, impact: 10, residual_impact: 0.30000000000000004 } },
  });
});
test('400 with details for a body with an invalid compression', async () => {
  const { call } = await app.caller();
  for (const coding of ['gzip', 'deflate', 'br'])
    expect(await call('POST', '/v1/risks', { raw: `{${risk}}`, headers: { 'content-encoding': coding } })).toMatchObject({
      status: 400,
      body: { details: { _errors: ['the body cannot be unpacked'] } },
    });
});
test.each([
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/json; charset=latin1', 415],
  ['application/merge-patch+json', 415],
  ['nonsense', 415],
  ['application/json', 201],
  ['application/json; charset=utf-8', 201],
  ['Application/JSON;charset="UTF-8"', 201],
])('the Content-Type %s is answered with %i', async (type, status) => {
  const { call } = await app.caller();
  expect(await call('POST', '/v1/risks', { raw: `{${risk}}`, type })).toMatchObject({ status });
});
test('413 for a body above the limit of the operation, also when compressed', async () => {
  const { call } = await app.caller();
  const raw = `{${risk.replace('"d"', `"${'d'.repeat(1_048_576)}"`)}}`;
  expect(await call('POST', '/v1/risks', { raw })).toMatchObject({ status: 413, body: { error: 'Request body too large' } });
  const compressed = new Uint8Array(await new Response(new Blob([raw]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
  expect(compressed.length).toBeLessThan(10_000);
  expect(await call('POST', '/v1/risks', { raw: compressed, headers: { 'content-encoding': 'gzip' } })).toMatchObject({ status: 413 });
  expect(await call('POST', '/v1/risks', { raw: compressed, headers: { 'content-encoding': 'secret' } })).toMatchObject({ status: 415 });
});
test.each([
  '0000-01-01T00:00:00.000Z',
  '10000-01-01T00:00:00.000Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T25:00:00Z',
  'yesterday',
  '-0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '1900-02-29T00:00:00Z',
  "2026-01-01T00:00:00Z'; drop table risk; --",
  '2026-01-01T00:00:00-24:00',
  '2026-01-01T00:00:00+12:60',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '9999-12-31T23:59:59.9999Z',
])('400 for the date %s', async (date) => {
  const { call } = await app.caller();
  expect(await call('GET', `/v1/audit-logs?timestampAfter=${encodeURIComponent(date)}`)).toMatchObject({
    status: 400,
    body: { success: false },
  });
});
/**
 * A submission's form determines its fields, and only the first example matches the form in the example path. The times in an imported
 * profile belong to an external document and are not stored.
 */
const bodiesOf = ({ id, bodies }: (typeof contract)[number]) =>
  id === 'createEvidenceSubmission' ? bodies.slice(0, 1) : id === 'importFrameworkProfile' ? [] : bodies;
const withTimes = contract.flatMap((operation) =>
  bodiesOf(operation).flatMap((body) => timesIn(body).map((field) => ({ ...operation, body, field }))),
);
test.each(withTimes)('400 for $id with a $field that the database cannot store', async ({ method, path, body, field, registry }) => {
  const { call, inPerson } = await app.caller();
  const steps = field.split('.');
  for (const date of ['2026-01-01T00:00:00-24:00', '9999-12-31T23:59:59.9999Z']) {
    const answer = await ('requiresSession' in registry ? inPerson : call)(method, path, { body: withReplacement(body, steps, date) });
    expect([answer.status, Object.keys(answer.body.details ?? {})], date).toEqual([400, [field]]);
  }
});
const valueAt = (value: unknown, field: string) => field.split('.').reduce((inner: unknown, step) => Object(inner)[step], value);
const isTime = (value: unknown) => String(value).includes('T');
test.each(withTimes.filter(({ body, field }) => isTime(valueAt(body, field))))(
  'the offsets that PostgreSQL does not take are understood in $field of $id',
  async ({ method, path, body, field, registry }) => {
    const { call, inPerson } = await app.caller();
    for (const date of ['2026-01-01T00:00:00-23:59', '2026-01-01T00:00:00.123456+16:00']) {
      const answer = await ('requiresSession' in registry ? inPerson : call)(method, path, {
        body: withReplacement(body, field.split('.'), date),
      });
      expect(answer.status, answer.text).toBeLessThan(500);
      expect(JSON.stringify(answer.body?.details?.[field] ?? ''), date).not.toContain('date');
    }
  },
);
test('200 for a time with any offset of RFC 3339, which is stored in UTC', async () => {
  const { call, organization } = await app.caller();
  for (const [sentTime, storedTime] of [
    ['2026-01-01T00:00:00+23:59', '2025-12-31T00:01:00.000Z'],
    ['2026-01-01T00:00:00.5-16:00', '2026-01-01T16:00:00.500Z'],
    ['2026-01-01T00:00:00+15:59', '2025-12-31T08:01:00.000Z'],
  ])
    expect(await call('PATCH', `/v1/people/${organization.owner.id}`, { body: { onboardDate: sentTime } })).toMatchObject({
      status: 200,
      body: { onboardDate: storedTime },
    });
});
/** @returns the dotted paths of the fields of an example that contain a time */
function timesIn(value: unknown, steps: readonly string[] = []): string[] {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value) ? [steps.join('.')] : [];
  return Object.entries(Object(value)).flatMap(([name, inner]) => timesIn(inner, [...steps, name]));
}
function withReplacement(value: unknown, [step, ...more]: readonly string[], text: string): unknown {
  if (step === undefined) return text;
  const inner: Record<string, unknown> = Object(value);
  const changed = withReplacement(inner[step], more, text);
  return Array.isArray(value) ? value.with(Number(step), changed) : { ...inner, [step]: changed };
}
test('the parser reads every JSON text like JSON.parse', () => {
  for (const text of [
    '{}',
    '[]',
    '0',
    '"a\\"b"',
    '{"a":{"b":[1,{"c":"}"}]},"b":",:{["}',
    '[{"a":1},{"a":2}]',
    '{"":1," ":2}',
    '"\\\\"',
    '{"a\\\\":1,"a":2}',
    '[[],[],{}]',
  ]) {
    expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
  }
  for (const text of ['{"a":1,"a":1}', '[{"b":{"a":1,"a":1}}]', '{"a":{},"b":1,"a":2}'])
    expect(() => parseJson(Buffer.from(text))).toThrow(MalformedJson);
});
