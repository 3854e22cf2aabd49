/** Uploads for tests. */
import { expect } from 'vitest';
import type { Database } from '#platform/database/open';
import type { Files } from '#platform/ports/files';
import { type Caller, call, type RequestOptions } from './app.ts';

type Call = Caller['call'];

export const upload = { purpose: 'general', fileName: 'Minutes (May).txt', fileType: ' Text/PLAIN; charset=utf-8' };

/** Requests an upload address. @returns the upload in the answer */
export async function presign(ask: Call, fields: object = {}) {
  const answer = await ask('POST', '/v1/uploads/presign', { body: { ...upload, ...fields } });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

/** Sends bytes to the URL of an upload, with the host of the URL replaced by `base`. */
export function send(
  base: string,
  { uploadUrl }: { readonly uploadUrl: string },
  raw: RequestOptions['raw'],
  options: RequestOptions = {},
) {
  const { pathname, search } = new URL(uploadUrl);
  return call(base, 'PUT', pathname + search, { ...(raw !== undefined && { raw }), ...options });
}

/** Creates an upload and sends its bytes. @returns its key */
export async function uploaded(base: string, ask: Call, bytes: Uint8Array<ArrayBuffer>, fields: object = {}): Promise<string> {
  const presigned = await presign(ask, fields);
  const answer = await send(base, presigned, bytes);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return presigned.fileKey;
}

/** @returns the keys of all stored files of an organization */
export async function keysOf(files: Files, organizationId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(organizationId)) keys.push(key);
  return keys;
}

/** @returns the storage key of the bytes of an upload; empty if there are none */
export async function contentKeyOf({ system }: Pick<Database, 'system'>, fileKey: string): Promise<string> {
  return (await system.selectFrom('upload').select('content_key').where('file_key', '=', fileKey).executeTakeFirst())?.content_key ?? '';
}
