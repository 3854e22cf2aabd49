/** Vendors for tests. */
import { expect } from 'vitest';
import type { Caller, startApp } from './app.ts';
import { waitForWork } from './runs.ts';

type Call = Caller['call'];
type App = ReturnType<typeof startApp>;

export const vendor = { name: 'Harbour Cloud', description: 'Hosts the production systems.' };

/** Creates a vendor. @param fields override or extend the default name and description @returns the vendor */
export async function addVendor(call: Call, fields: object = {}) {
  const answer = await call('POST', '/v1/vendors', { body: { ...vendor, ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Reads a vendor. */
export async function read(call: Call, id: string) {
  const answer = await call('GET', `/v1/vendors/${id}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body;
}

/** Creates a vendor and waits for its first assessment. @returns the vendor */
export async function addAssessed(app: App, { call, organization }: Pick<Caller, 'call' | 'organization'>, fields: object = {}) {
  const { id } = await addVendor(call, { website: 'https://cloud.example.com', ...fields });
  await waitForWork(app.database, organization.id);
  return read(call, id);
}

/** Names in the order of the list. */
export async function namesOf(call: Call, query = ''): Promise<string[]> {
  const answer = await call('GET', `/v1/vendors${query}`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data.map(({ name }: { name: string }) => name);
}

/** @returns the runs of a vendor, newest first */
export async function runsOf(call: Call, id: string) {
  const answer = await call('GET', `/v1/vendors/${id}/assessments`);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body.data;
}
