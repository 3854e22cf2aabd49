/**
 * Files that are made for one download. No record names them and they count for nobody, so the daily sweep removes those whose links have
 * expired.
 */
import type { Files } from '../ports/files.ts';
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

/** @param key of any file @returns whether it was made for one download, and its links have expired */
export function isOldDownload(key: string, changedAt: number): boolean {
  return key.split('/')[1] === folder && changedAt < Date.now() - keptFor;
}
