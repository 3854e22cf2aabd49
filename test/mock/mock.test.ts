/** Tests the answers of the mock to valid requests. */
import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { contract, resolve, sampledContract } from '../support/contract.ts';
import { ask, successOf } from './ask.ts';
import { expectedAnswer } from './examples.ts';
import { textIn, types } from './files.ts';
import { validationErrorsOf } from './schema.ts';
import { startMock } from './start.ts';

let base: string;
beforeAll(async () => {
  base = await startMock();
});

/** @returns the type of a file: if any type is allowed, the type that fits its name. @param disposition the example in the contract */
const expectedType = (mediaType: string | undefined, disposition: unknown) =>
  mediaType === '*/*' ? types[/\.(\w+)"$/.exec(String(disposition))?.[1] ?? ''] : mediaType;

/** Answers that operations share. All examples are tested for the first operation with the answer, and one example for the others. */
const testedAnswers = new Set<string>();
const isFirst = (answer: object) => testedAnswers.size < testedAnswers.add(JSON.stringify(answer)).size;

const withConfirmation = contract.filter(({ parameters }) =>
  parameters.some(({ in: place, name }) => place === 'query' && name === 'confirm'),
);
test.each(withConfirmation)('$id: 409 without a confirmation, and success with the confirmation in the answer', async (operation) => {
  const { method, path, bodies, responses } = operation;
  const { pathname } = new URL(path, base);
  const options = { body: bodies[0] };
  for (const query of ['', '?confirm=wrong']) {
    const withoutConfirmation = await ask(method, pathname + query, options);
    expect(withoutConfirmation, withoutConfirmation.text).toMatchObject({
      status: 409,
      body: { code: 'confirmation_required', confirmation: expect.any(String) },
    });
    const { confirmation } = withoutConfirmation.body;
    const answer = await ask(method, `${pathname}?confirm=${encodeURIComponent(confirmation)}`, options);
    expect(answer.status, answer.text).toBe(successOf(responses)?.status);
  }
});

describe.each(sampledContract)('$id', ({ method, path, parameters, bodies, responses, registry }) => {
  const [body] = bodies;
  const success = successOf(responses);
  const [[type, media] = []] = Object.entries(success?.answer.content ?? {});
  const first = media && resolve(Object.values(media.examples ?? {})[0] ?? {}).value;

  test(`${success?.status} with the first example, for each example of a request`, async () => {
    for (const example of bodies.length ? bodies : [undefined]) {
      const answer = await ask(method, path, { body: example });
      expect(answer.status, answer.text).toBe(success?.status);
      const fileType = expectedType(type, success?.answer.headers?.['Content-Disposition']?.example);
      expect(answer.headers.get('content-type')?.split(';')[0]).toBe(fileType);
      if (type !== 'application/json') {
        expect((await textIn(fileType, answer)).trim()).toBe(String(first ?? '').trim());
        continue;
      }
      expect(answer.body).toEqual(expectedAnswer(first, base));
      expect(validationErrorsOf(media?.schema, answer.body)).toBe('');
    }
  });
  test(`${success?.status} with each optional query parameter`, async () => {
    const sentParameters = new URL(path, base).searchParams;
    const optional = parameters.filter(
      ({ in: place, required, name, example }) =>
        // A cursor has no example, because it fits only the list that it comes from.
        place === 'query' && !required && example !== undefined && name !== 'token' && !sentParameters.has(name),
    );
    for (const { name, example } of optional) {
      const answer = await ask(
        method,
        `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(String([example].flat()[0]))}`,
        { body },
      );
      expect(answer.status, answer.text).toBe(success?.status);
    }
  });
  test.each(responses)(
    '$status when Prefer requests it, in every media type and with every example',
    async ({ status, answer: declared }) => {
      let firstAnswer: Awaited<ReturnType<typeof ask>> | undefined;
      const maxExamples = isFirst(declared) ? undefined : 1;
      for (const [mediaType, { schema, examples = {} }] of Object.entries(declared.content ?? {}).slice(0, maxExamples)) {
        for (const [index, [name, example]] of Object.entries(examples).slice(0, maxExamples).entries()) {
          // If the request must contain a format, it is the format of this type.
          const extension = status >= 300 ? undefined : Object.keys(types).find((one) => types[one] === mediaType);
          const requestPath = extension === undefined ? path : path.replace(/(?<=[?&]format=)\w+/, extension);
          const answer = await ask(method, requestPath, {
            body,
            prefer: `code=${status}${index === 0 ? '' : `, example=${name}`}`,
            ...(mediaType !== 'application/json' && { accept: mediaType }),
          });
          if (index === 0 && mediaType === 'application/json' && requestPath === path) firstAnswer = answer;
          expect(answer.status, answer.text).toBe(status);
          const fileType = expectedType(mediaType, declared.headers?.['Content-Disposition']?.example);
          expect(answer.headers.get('content-type')?.split(';')[0]).toBe(fileType);
          if (!/^application\/(problem\+)?json$/.test(mediaType)) {
            expect((await textIn(fileType, answer)).trim()).toBe(String(resolve(example).value).trim());
            continue;
          }
          expect(answer.body).toEqual(expectedAnswer(resolve(example).value, base));
          expect(validationErrorsOf(schema, answer.body)).toBe('');
        }
      }
      const answer = firstAnswer ?? (await ask(method, path, { body, prefer: `code=${status}` }));
      expect(answer.status).toBe(status);
      if (!declared.content) expect(answer).toMatchObject({ text: '' });
      for (const header of Object.keys(declared.headers ?? {}))
        if (header !== 'Link') expect(answer.headers.get(header), header).toBeTruthy();
    },
  );
  if (type === 'application/json') {
    test(`${success?.status} with a body that is made up and valid, where dynamic=true is preferred`, async () => {
      const answer = await ask(method, path, { body, prefer: `dynamic=true, seed=${registry.path}` });
      expect(answer.status, answer.text).toBe(success?.status);
      expect(validationErrorsOf(media?.schema, answer.body)).toBe('');
    });
  }
  test('400 when Prefer requests a code or an example that is not declared', async () => {
    const unknownCode = await ask(method, path, { body, prefer: 'code=418' });
    expect(unknownCode).toMatchObject({
      status: 400,
      body: {
        success: false,
        error: 'Validation failed',
        details: { Prefer: { _errors: [expect.stringMatching(/^code is one of \d{3}, .* here$/)] } },
      },
    });
    const unknownExample = await ask(method, path, { body, prefer: 'example=nonsense' });
    expect(unknownExample).toMatchObject({
      status: 400,
      body: {
        success: false,
        error: 'Validation failed',
        details: { Prefer: { _errors: [expect.stringMatching(/^(example is one of .*|\d{3} has no examples) here$/)] } },
      },
    });
  });
});

describe('preferences', () => {
  test('400 for a code that is not a number, and for a dynamic that is neither true nor false', async () => {
    for (const prefer of ['code=x', 'code', 'dynamic=yes']) {
      expect(await ask('GET', '/v1/risks', { prefer })).toMatchObject({
        status: 400,
        body: { details: { Prefer: { _errors: ['code takes a status of three digits, dynamic takes true or false'] } } },
      });
    }
  });
  test('200 with the usual answer for preferences that the mock does not know', async () => {
    expect(await ask('GET', '/v1/risks', { prefer: 'return=minimal, respond-async' })).toMatchObject({ status: 200 });
  });
  test('an invalid request is rejected before preferences are considered', async () => {
    expect(await ask('GET', '/v1/risks?nonsense=1', { prefer: 'code=500' })).toMatchObject({ status: 400 });
    expect(await call(base, 'GET', '/v1/risks', { headers: { Prefer: 'code=200' } })).toMatchObject({ status: 401 });
  });
});

describe('records', () => {
  test('304 for the ETag of the answer, and 412 for another ETag', async () => {
    const etag = (await ask('GET', '/v1/risks/rsk_1')).headers.get('etag') ?? '';
    expect(await ask('GET', '/v1/risks/rsk_1', { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304, text: '' });
    expect(await ask('PATCH', '/v1/risks/rsk_1', { body: { title: 'x' }, headers: { 'If-Match': etag } })).toMatchObject({ status: 200 });
    expect(await ask('PATCH', '/v1/risks/rsk_1', { body: { title: 'x' }, headers: { 'If-Match': '"another"' } })).toMatchObject({
      status: 412,
      body: { success: false, error: 'The record has changed' },
    });
  });
  test('200 for HEAD, without the body', async () => {
    const [getAnswer, headAnswer] = [await ask('GET', '/v1/risks/rsk_1'), await ask('HEAD', '/v1/risks/rsk_1')];
    expect(headAnswer).toMatchObject({ status: 200, text: '' });
    for (const header of ['content-type', 'content-length', 'etag'])
      expect(headAnswer.headers.get(header)).toBe(getAnswer.headers.get(header));
  });
  test('200 under /api for operations whose servers include it', async () => {
    expect(await ask('GET', '/api/v1/risks/rsk_1')).toMatchObject({ status: 200 });
    expect(await ask('GET', '/api/v1/roles')).toMatchObject({ status: 404 });
  });
});

test('200 with one JSON object on each line', async () => {
  const { text } = await ask('GET', '/v1/audit-logs/export');
  for (const line of text.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('id');
});
test('a page of any origin may send any header and read every header of the contract', async () => {
  const origin = { Origin: 'http://localhost:5173' };
  const preflight = await call(base, 'OPTIONS', '/v1/risks/rsk_1', {
    headers: { ...origin, 'Access-Control-Request-Method': 'PATCH', 'Access-Control-Request-Headers': 'prefer,x-api-key,if-match' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin.Origin);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('prefer,x-api-key,if-match');
  const answer = await ask('DELETE', '/v1/risks/rsk_1', { headers: origin });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin.Origin);
  for (const header of ['Content-Disposition', 'ETag', 'Link', 'Location', 'RateLimit', 'Retry-After', 'X-Request-Id'])
    expect(answer.headers.get('access-control-expose-headers')).toContain(header);
});
test('200 from the URL in the `type` of a problem document', async () => {
  const { body } = await ask('DELETE', '/v1/roles/rol_1', { prefer: 'code=409', accept: 'application/problem+json' });
  expect(await call(base, 'GET', body.type, {})).toMatchObject({ status: 200, body: { type: body.type, title: body.title } });
});
test('each answer has a unique request id', async () => {
  const ids = await Promise.all(
    [ask('GET', '/v1/risks'), ask('GET', '/v1/nope')].map(async (answer) => (await answer).headers.get('x-request-id')),
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{24}$/);
});
