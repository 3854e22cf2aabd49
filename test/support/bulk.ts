/** Requests of tests that change many rows. */
import { expect } from 'vitest';
import type { Caller } from './app.ts';

/** Sends rows. @returns the body of the answer, which must be 200 */
export async function upsert(call: Caller['call'], area: string, rows: readonly object[], query = '') {
  const answer = await call('PUT', `/v1/${area}/bulk${query}`, { body: { rows } });
  expect(answer, answer.text).toMatchObject({ status: 200, body: { results: expect.any(Array) } });
  return answer.body;
}

/** @returns the outcome of each row; for a rejected row, the details of its error, or the code if there are none */
export function outcomesOf({
  results,
}: {
  readonly results: readonly { readonly outcome: string; readonly code?: string; readonly details?: object }[];
}) {
  return results.map(({ outcome, code, details }) => (outcome === 'refused' ? (details ?? code) : outcome));
}

/** The details of a row with an invalid field. */
export const fieldError = (field: string, message: string) => ({ [field]: expect.objectContaining({ _errors: [message], in: 'body' }) });
