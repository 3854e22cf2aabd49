/** Deprecations are announced in the answers of the contract, in the registry, and by the server. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '#generated/operations';
import { answerError } from '#contract/errors';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { beginRequest, matchedOf } from '#contract/request-state';
import { announceDeprecation } from '#contract/deprecation';
import { createGate } from '#contract/gate';
import type { Document } from '#contract/document';
import { logAt } from '#platform/log';
import { call } from '../support/app.ts';

interface DeclaredOperation {
  readonly operationId: string;
  readonly responses: Record<string, { headers?: Record<string, { example?: string }> }>;
}
const folder = mkdtempSync(path.join(tmpdir(), 'leaving-'));
const [bundle, registry] = [path.join(folder, 'openapi.json'), path.join(folder, 'operations.ts')];
/** These fields mark listRisks as deprecated. */
const deprecationFields = { deprecated: true, 'x-deprecated': '2026-12-01', 'x-sunset': '2028-02-29' };
const expectedHeaders = { deprecation: '@1796083200', sunset: 'Tue, 29 Feb 2028 00:00:00 GMT' };
let contract: Document & { paths: { '/v1/risks': { get: DeclaredOperation; post: DeclaredOperation } } };
let entries: Record<string, Operation>;
let base: string;

beforeAll(async () => {
  const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
  Object.assign(document.paths['/v1/risks'].get, deprecationFields);
  writeFileSync(bundle, JSON.stringify(document));
  execFileSync(process.execPath, ['scripts/complete-contract.ts', bundle]);
  execFileSync(process.execPath, ['scripts/generate-operations.ts', bundle, registry]);
  contract = JSON.parse(readFileSync(bundle, 'utf8'));
  ({ operations: entries } = await import(/* @vite-ignore */ registry));
  const { gate } = createGate({
    document: { ...contract, paths: { '/v1/risks': contract.paths['/v1/risks'] } },
    validateResponses: true,
    admit: [
      (req, _res, next) => {
        const { id, path } = matchedOf(req);
        const operation = entries[id];
        if (operation) req.requestState.matched = { id, path, operation };
        next();
      },
      announceDeprecation,
      (req, _res, next) => {
        if (!req.get('x-api-key')) throw new RefusalError(refusal('invalid_credentials'));
        next();
      },
    ],
    answer: (_req, res) => void res.json({ success: true, data: [] }),
  });
  const server = express()
    .use(beginRequest, gate, answerError(logAt('silent')))
    .listen(0, '127.0.0.1')
    .unref();
  await once(server, 'listening');
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
});
afterAll(() => rmSync(folder, { recursive: true }));

const deprecationHeaders = ({ headers }: { headers: Headers }) => ({
  deprecation: headers.get('deprecation'),
  sunset: headers.get('sunset'),
});

test('the registry has both dates for deprecated operations only', () => {
  expect(Object.entries(entries).flatMap(([id, { leaving: dates }]) => (dates ? [[id, dates]] : []))).toEqual([
    ['listRisks', { since: '2026-12-01', until: '2028-02-29' }],
  ]);
});
test("every answer of the operation declares both headers, none of its neighbor's does", () => {
  const { get, post } = contract.paths['/v1/risks'];
  const statuses = Object.keys(get.responses);
  expect(statuses).toEqual(expect.arrayContaining(['200', '400', '401', '429', '500', '503']));
  for (const status of statuses)
    expect(get.responses[status]?.headers, status).toMatchObject({
      Deprecation: { example: expectedHeaders.deprecation },
      Sunset: { example: expectedHeaders.sunset },
      'X-Request-Id': expect.anything(),
    });
  const references = new Set(JSON.stringify(contract.paths).match(/"#\/components\/responses\/\w+"/g));
  for (const name of Object.keys(contract.components.responses ?? {})) expect(references).toContain(`"#/components/responses/${name}"`);
  expect(JSON.stringify([post, contract.components.responses])).not.toMatch(/"(Deprecation|Sunset)"/);
});
test.each([
  ['200', 'GET', '/v1/risks', { key: 'any' }, 200],
  ['200 of HEAD', 'HEAD', '/v1/risks', { key: 'any' }, 200],
  ['400', 'GET', '/v1/risks?status=none', { key: 'any' }, 400],
  ['401', 'GET', '/v1/risks', {}, 401],
])('%s with Deprecation (RFC 9745) and Sunset (RFC 8594)', async (_what, method, url, options, status) => {
  const answer = await call(base, method, url, options);
  expect(answer).toMatchObject({ status });
  expect(deprecationHeaders(answer)).toEqual(expectedHeaders);
});
test('400 of another operation of the same path has neither header', async () => {
  const answer = await call(base, 'POST', '/v1/risks', { key: 'any', body: {} });
  expect(answer).toMatchObject({ status: 400 });
  expect(deprecationHeaders(answer)).toEqual({ deprecation: null, sunset: null });
});
