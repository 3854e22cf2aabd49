/** Requests that require a confirmation because they delete more than one named record. */
import { expect } from 'vitest';
import type { Caller } from './app.ts';

/** Asks what would be deleted, and then confirms it. @returns the second answer */
export async function confirm(call: Caller['call'], method: 'DELETE' | 'POST', url: string, body?: object) {
  const options = body === undefined ? {} : { body };
  const asked = await call(method, url, options);
  expect(asked, asked.text).toMatchObject({ status: 409, body: { code: 'confirmation_required', confirmation: expect.any(String) } });
  return call(method, `${url}?confirm=${encodeURIComponent(asked.body.confirmation)}`, options);
}
