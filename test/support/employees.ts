/** Employees for tests. */
import { expect } from 'vitest';
import type { Caller } from './app.ts';

type Call = Caller['call'];

export const ada = { name: 'Ada Marsh', email: 'ada@example.com' };

/** Creates an employee. @param fields override those of `ada` @returns the employee in the answer */
export async function add(call: Call, fields: object = {}) {
  const answer = await call('POST', '/v1/employees', { body: { ...ada, ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201, body: { success: true } });
  return answer.body.data;
}

/** Names in the order of the list. */
export async function names(call: Call, query = ''): Promise<string[]> {
  const answer = await call('GET', `/v1/employees${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true, data: expect.any(Array) } });
  return answer.body.data.map(({ name }: { name: string }) => name);
}

/** The error for these invalid fields. */
export const invalid = (details: object) => ({ status: 400, body: { success: false, error: 'Validation failed', details } });
