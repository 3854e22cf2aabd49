/** Where answers are checked, one that breaks the contract is a fault of ours, and never leaves. */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerError } from '../../server/contract/errors.ts';
import { beginRequest } from '../../server/contract/request-state.ts';
import { contractGate } from '../../server/contract/gate.ts';
import type { Document } from '../../server/contract/document.ts';
import { answersJson } from '../../server/contract/json-answer.ts';
import { logAt } from '../../server/platform/log.ts';

const document: Document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
let given: { readonly status: number; readonly body: unknown };

describe.each([
  [true, 500],
  [false, 200],
])('checked: %s', (validateResponses, broken) => {
  const app = express().disable('etag');
  answersJson(app);
  const { gate } = contractGate({
    document,
    validateResponses,
    admit: [],
    answer: (_req, res) => void res.status(given.status).json(given.body),
  });
  const server = app.use(beginRequest, gate, answerError(logAt('silent'))).listen(0, '127.0.0.1');
  let base: string;
  beforeAll(async () => {
    if (!server.listening) await once(server, 'listening');
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  });
  afterAll(() => void server.close());

  test.each([
    ['as the contract says', { status: 200, body: { success: true, data: [] } }, 200],
    ['with a field missing', { status: 200, body: { success: true } }, broken],
    ['with a field too many', { status: 200, body: { success: true, data: [], more: 1 } }, broken],
    ['with a field of another type', { status: 200, body: { success: 'yes', data: [] } }, broken],
    ['with a status that the operation does not have', { status: 201, body: { success: true, data: [] } }, validateResponses ? 500 : 201],
  ])('an answer %s', async (_what, answer, status) => {
    given = answer;
    const response = await fetch(`${base}/v1/risks`);
    expect(response.status).toBe(status);
    if (status !== 500) expect(await response.json()).toEqual(answer.body);
  });
});
