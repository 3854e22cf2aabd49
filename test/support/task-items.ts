/** Task items for tests. */
import { expect } from 'vitest';
import type { Caller } from './app.ts';

type Call = Caller['call'];

/** Creates an item for a risk. @param fields override or extend the default title and risk */
export async function addItem(call: Call, riskId: string, fields: object = {}) {
  const answer = await call('POST', '/v1/task-management', {
    body: { title: 'Test the restore', entityType: 'risk', entityId: riskId, ...fields },
  });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Titles in the order of the list. */
export async function titlesOf(call: Call, riskId: string, query = ''): Promise<string[]> {
  const answer = await call('GET', `/v1/task-management?entityType=risk&entityId=${riskId}${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.map(({ title }: { title: string }) => title);
}
