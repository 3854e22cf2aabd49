/**
 * Files that are made for one download. No record names them and they count for nobody, so the daily sweep removes those whose links have
 * expired.
 */
import { type Content, type Files, safeName } from '../ports/files.ts';
import { sha256Of } from '../ports/measure.ts';
import { newKey } from './store.ts';

const folder = 'downloads';
/** For how long (ms) such a file is kept. */
const keptFor = 3_600_000;

/** Keeps a file for one download. @param name shown to whoever downloads it @returns its key */
export async function putDownload(files: Files, organizationId: string, name: string, bytes: Uint8Array): Promise<string> {
  const key = newKey(organizationId, folder, name);
  await files.put(key, bytes);
  return key;
}

/** For how long (ms) the same download is the same file. The links that are given out in this time end before the file does. */
const sameFor = keptFor / 2;

/**
 * Keeps a file for downloads that are asked for again, so that they are not made each time.
 * @param what tells this file from any other, as JSON @param name shown to whoever downloads it
 * @param make gives the file; undefined when there can be none
 * @returns its key
 */
export async function putDownloadOnce(
  files: Files,
  organizationId: string,
  { what, name }: { readonly what: unknown; readonly name: string },
  make: () => Promise<Content | undefined>,
): Promise<string | undefined> {
  const mark = sha256Of(Buffer.from(JSON.stringify([what, Math.floor(Date.now() / sameFor)])));
  const key = `${organizationId}/${folder}/${mark}-${safeName(name)}`;
  if ((await files.size(key)) !== undefined) return key;
  const content = await make();
  if (content === undefined) return undefined;
  await files.put(key, content);
  return key;
}

/** @param key of any file @returns whether it was made for one download, and its links have expired */
export function isOldDownload(key: string, changedAt: number): boolean {
  return key.split('/')[1] === folder && changedAt < Date.now() - keptFor;
}
