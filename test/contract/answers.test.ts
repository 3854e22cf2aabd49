/** Where answers are validated, an answer that breaks the contract is a server error and is never sent. */
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerError } from '#contract/errors';
import { beginRequest } from '#contract/request-state';
import { createGate } from '#contract/gate';
import type { Document } from '#contract/document';
import { installJsonResponse } from '#contract/json-answer';
import { logAt } from '#platform/log';

const document: Document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
let handlerAnswer: { readonly status: number; readonly body: unknown };

describe.each([
  [true, 500],
  [false, 200],
])('with validateResponses %s', (validateResponses, statusOfInvalid) => {
  const app = express().disable('etag');
  installJsonResponse(app);
  const { gate } = createGate({
    document,
    validateResponses,
    admit: [],
    answer: (_req, res) => void res.status(handlerAnswer.status).json(handlerAnswer.body),
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
    ['with a field missing', { status: 200, body: { success: true } }, statusOfInvalid],
    ['with a field too many', { status: 200, body: { success: true, data: [], more: 1 } }, statusOfInvalid],
    ['with a field of another type', { status: 200, body: { success: 'yes', data: [] } }, statusOfInvalid],
    ['with a status that the operation does not have', { status: 201, body: { success: true, data: [] } }, validateResponses ? 500 : 201],
  ])('sends an answer %s, or a 500 instead if validation finds an error', async (_what, answer, status) => {
    handlerAnswer = answer;
    const response = await fetch(`${base}/v1/risks`);
    expect(response.status).toBe(status);
    if (status !== 500) expect(await response.json()).toEqual(answer.body);
  });
});
