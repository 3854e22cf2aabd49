/** Search requests of tests. */
import { expect } from 'vitest';
import { newId } from '#platform/database/ids';
import type { Caller, startApp } from './app.ts';
import { within } from './organization.ts';
import { add as addRisk } from './risks.ts';

type Call = (method: string, url: string) => ReturnType<Caller['call']>;
export interface Result {
  readonly type: string;
  readonly id: string;
  readonly title: string;
  readonly snippet: string | null;
  readonly score: number;
}

export const searchUrl = (q: string, otherParameters = '') => `/v1/search?q=${encodeURIComponent(q)}${otherParameters}`;
/** @returns the page in the answer */
export async function search(call: Call, q: string, otherParameters = '') {
  const answer = await call('GET', searchUrl(q, otherParameters));
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}
/** @returns ids, in order */
export async function findIds(call: Call, q: string, otherParameters = ''): Promise<string[]> {
  return (await search(call, q, otherParameters)).data.map(({ id }: Result) => id);
}
/** @returns ids, in order */
export async function suggestIds(call: Call, q: string, otherParameters = ''): Promise<string[]> {
  const answer = await call('GET', `/v1/search/suggestions?q=${encodeURIComponent(q)}${otherParameters}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.map(({ id }: Result) => id);
}

/** Creates a risk. @returns its id */
export const newRiskId = async (call: Caller['call'], fields: object = {}): Promise<string> => (await addRisk(call, fields)).id;

/** Inserts many risks with one statement. */
export function insertRisks(
  { database }: ReturnType<typeof startApp>,
  organizationId: string,
  count: number,
  fields: (n: number) => object,
): Promise<unknown> {
  const rows = Array.from(
    { length: count },
    (_, n) => ({ id: newId('rsk'), title: 'Risk', description: 'x', category: 'technology', ...fields(n) }) as const,
  );
  return within(database, organizationId, async (db) => {
    for (let start = 0; start < rows.length; start += 500)
      await db
        .insertInto('risk')
        .values(rows.slice(start, start + 500))
        .execute();
  });
}
