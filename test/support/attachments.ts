/** Attachments for tests. */
import { expect } from 'vitest';
import type { Caller } from './app.ts';
import { add as addRisk } from './risks.ts';

type Call = Caller['call'];

export const textFile = {
  fileName: 'Restore test.txt',
  fileType: 'text/plain',
  fileData: Buffer.from('Restored in 52 minutes.\n').toString('base64'),
};
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** @returns the fields of a file in a request */
export const file = (fileName: string, fileType: string, bytes: Uint8Array | string) => ({
  fileName,
  fileType,
  fileData: Buffer.from(bytes).toString('base64'),
});

/** Attaches a file to a risk. @param fields override or extend the file and the record of the request */
export async function attach(call: Call, riskId: string, fields: object = {}) {
  const answer = await call('POST', '/v1/attachments', { body: { ...textFile, entityType: 'risk', entityId: riskId, ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Creates a risk, to which other records can belong. @returns its id */
export async function newRiskId(call: Call): Promise<string> {
  return (await addRisk(call)).id;
}

/** Requests a link from the app, with the host of the link replaced by `base`. */
export function follow(base: string, link: string, init: RequestInit = {}) {
  return fetch(link.replace(/^https?:\/\/[^/]+/, base), init);
}
