/** Findings for tests. */
import { expect } from 'vitest';
import type { Caller } from './app.ts';

type Call = Caller['call'];

/** Raises a finding, by default about the area `people`. */
export async function raise(call: Call, fields: object = { area: 'people' }) {
  const answer = await call('POST', '/v1/findings', { body: { content: 'The review names no reviewer.', ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Changes a finding. @returns the changed finding */
export async function change(call: Call, id: string, body: object) {
  const answer = await call('PATCH', `/v1/findings/${id}`, { body });
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

/** The contents of findings in the order of the list. */
export async function contents(call: Call, query = ''): Promise<string[]> {
  const answer = await call('GET', `/v1/findings${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.map(({ content }: { content: string }) => content);
}
