/** Requests that require a confirmation because they delete more than one named record. */
import { expect } from 'vitest';
import type { Caller } from './app.ts';

/** Sends a request, which lists what it would delete, and confirms it. @returns the answer to the confirmed request */
export async function confirm(call: Caller['call'], method: 'DELETE' | 'POST', url: string, body?: object) {
  const options = body === undefined ? {} : { body };
  const firstAnswer = await call(method, url, options);
  expect(firstAnswer, firstAnswer.text).toMatchObject({
    status: 409,
    body: { code: 'confirmation_required', confirmation: expect.any(String) },
  });
  return call(method, `${url}?confirm=${encodeURIComponent(firstAnswer.body.confirmation)}`, options);
}
