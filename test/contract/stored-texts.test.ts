/** Texts that the contract marks are stored without surrounding white space, and some in lower case (spec/README, Schemas). */
import { describe, expect, test } from 'vitest';
import { normalizerOf, requestNormalizer } from '#contract/normalize';
import { startApp } from '../support/app.ts';
import { contract, document } from '../support/contract.ts';
import { requiresPerson } from '../support/persons.ts';
import { fillTemplate, recordsOnDemand } from '../support/records.ts';
import { bodyTexts, textAt, withText } from '../support/request-texts.ts';

const app = startApp();
/** A white space character that no other text of the tests contains. */
const emSpace = '\u2003';
const normalizedOperations = contract.flatMap((operation) => {
  const texts = bodyTexts(operation.id).filter(({ schema }) => schema['x-trim'] ?? schema['x-lowercase']);
  return texts.length ? [{ ...operation, texts }] : [];
});
const schemas = Object(document.components.schemas);
const withSpaces = (value: string, isLowercase = false) => `${emSpace}${isLowercase ? value.toUpperCase() : value}\n${emSpace}`;

test('every declared text of a body reaches the handler in its stored form', () => {
  const fields = normalizedOperations.flatMap(({ id, method, template, bodies, texts }) => {
    const schema = Object(document.paths[template]?.[method.toLowerCase()]?.requestBody?.content?.['application/json']?.schema);
    const normalize = normalizerOf(schema, schemas);
    return texts.map(({ path, schema: { 'x-lowercase': isLowercase } }) => {
      const normal = normalize?.(withText(bodies[0], path, withSpaces('Zoe Trim', isLowercase)));
      expect(textAt(normal, path), `${id} ${path}`).toBe(isLowercase ? 'zoe trim' : 'Zoe Trim');
      return path;
    });
  });
  expect(fields.length).toBeGreaterThan(250);
});

describe('a normalizer', () => {
  const trimmed = { 'x-trim': true } as const;
  const body = { name: ' a ', list: [' b ', 1], other: ' c ' };

  test('changes only declared texts, in a copy', () => {
    const normalize = normalizerOf({ properties: { name: trimmed, list: { items: trimmed } } });
    expect(normalize?.(body)).toEqual({ name: 'a', list: ['b', 1], other: ' c ' });
    expect(body.name).toBe(' a ');
    expect(normalize?.([' a '])).toEqual([' a ']);
    expect(normalize?.(' a ')).toBe(' a ');
    expect(normalizerOf({ properties: { name: {} } })).toBeUndefined();
  });
  test('follows references, `allOf` parts, alternatives and maps', () => {
    const referenced = {
      Name: { 'x-trim': true, 'x-lowercase': true },
      Map: { properties: { name: {} }, additionalProperties: trimmed },
    } as const;
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(normalizerOf({ properties: { name: ref('Name') } }, referenced)?.({ name: ' A ' })).toEqual({ name: 'a' });
    expect(normalizerOf(ref('Map'), referenced)?.(body)).toEqual({ name: ' a ', list: [' b ', 1], other: 'c' });
    for (const form of ['allOf', 'anyOf', 'oneOf'])
      expect(normalizerOf({ [form]: [{ properties: { name: trimmed } }, { properties: { other: trimmed } }] })?.(body)).toEqual({
        name: 'a',
        list: [' b ', 1],
        other: 'c',
      });
  });
  test('applies only the alternative that a discriminator selects', () => {
    const mapping = { named: '#/components/schemas/Named', plain: '#/components/schemas/Plain' };
    const normalize = normalizerOf(
      { oneOf: [{ $ref: mapping.named }, { $ref: mapping.plain }], discriminator: { propertyName: 'kind', mapping } },
      { Named: { properties: { name: trimmed } }, Plain: { properties: { name: {} } } },
    );
    expect(normalize?.({ kind: 'named', name: ' a ' })).toEqual({ kind: 'named', name: 'a' });
    for (const kind of ['plain', 'unknown', 7]) expect(normalize?.({ kind, name: ' a ' })).toEqual({ kind, name: ' a ' });
  });
  test('treats __proto__ as an ordinary field', () => {
    const normal = normalizerOf({ properties: { name: trimmed } })?.(JSON.parse('{"__proto__":{"a":1},"name":" a "}'));
    expect(JSON.stringify(normal)).toBe('{"__proto__":{"a":1},"name":"a"}');
  });
  test('changes the query if it can be decoded and contains a marked parameter', () => {
    const normalize = requestNormalizer({ parameters: [{ name: 'q', in: 'query', schema: { items: trimmed } }] }, [], {});
    const urlAfter = (url: string) => {
      const req = { url, body: undefined };
      normalize(req);
      return req.url;
    };
    expect(urlAfter('/v1/x?q=+a%20&q=b&z=+c+')).toBe('/v1/x?q=a&q=b&z=%20c%20');
    for (const url of ['/v1/x', '/v1/x?', '/v1/x?z=+a', '/v1/x?q=a+b', '/v1/x?q=%20%ff']) expect(urlAfter(url)).toBe(url);
  });
});

test('400 for a blank title and for a blank search text', async () => {
  const { call } = await app.caller();
  for (const title of ['', ' ', '\n\t', emSpace])
    expect(await call('POST', '/v1/risks', { body: { title, description: 'd', category: 'other' } })).toMatchObject({
      status: 400,
      body: { details: { title: { _errors: ['must not be blank'] } } },
    });
  expect(await call('GET', '/v1/search?q=%20%20')).toMatchObject({
    status: 400,
    body: { details: { q: { _errors: ['must not be blank'] } } },
  });
});

/** @returns for PATCH, one body for each text, because the examples change several texts together */
const singleChanges = ({ method, texts }: (typeof normalizedOperations)[number]) =>
  method === 'PATCH' ? texts.flatMap(({ path }) => (/^\w+$/.test(path) ? [{ [path]: 'Zoe Trim' }] : [])) : [];

test('stores and logs each text in its stored form', async () => {
  const answeredOperations = new Set<string>();
  for (const operation of normalizedOperations.filter(({ registry }) => registry.scope === 'organization')) {
    const { id, method, template, bodies, texts } = operation;
    const caller = await app.callerForEverything();
    const { placeAt, withExistingIds } = recordsOnDemand(caller);
    for (const example of [...bodies, ...singleChanges(operation)]) {
      const presentTexts = texts.filter(({ path }) => textAt(example, path) !== undefined);
      if (!presentTexts.length) continue;
      const place = await placeAt(template).catch(() => undefined);
      if (!place) continue;
      const path = fillTemplate(template, place);
      const originalBody = await withExistingIds(example, template);
      const body = presentTexts.reduce(
        (before: unknown, { path: field, schema }) =>
          withText(before, field, withSpaces(String(textAt(originalBody, field)), schema['x-lowercase'])),
        originalBody,
      );
      const answer = await (requiresPerson(method, path) ? caller.inPerson : caller.call)(method, path, { body });
      if (answer.status >= 300) continue;
      answeredOperations.add(id);
      const { text: log } = await caller.call('GET', '/v1/audit-logs?limit=5');
      const capitals = presentTexts.flatMap(({ path: field, schema }) =>
        schema['x-lowercase'] ? [String(textAt(originalBody, field)).toUpperCase()] : [],
      );
      for (const unexpected of [emSpace, ...capitals]) for (const text of [answer.text, log]) expect(text, id).not.toContain(unexpected);
    }
  }
  // The other operations need a state that the examples do not create; the tests of their areas cover these operations.
  expect(answeredOperations.size).toBeGreaterThan(normalizedOperations.length * 0.6);
}, 600_000);
