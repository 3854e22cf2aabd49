/**
 * Files that are made to be downloaded: for one download, or as copies for one reader. No record names them and they count for nobody, so the
 * daily sweep removes them when their time is over.
 */
import { type Content, type Files, safeName } from '../ports/files.ts';
import { sha256Of } from '../ports/measure.ts';
import { newKey } from './store.ts';

const hour = 3_600_000;
/** For how long (ms) the files of a folder are kept. */
const keptFor = { downloads: hour, copies: 30 * 24 * hour } as const;

/** Keeps a file for one download. @param name shown to whoever downloads it @returns its key */
export async function putDownload(files: Files, organizationId: string, name: string, bytes: Uint8Array): Promise<string> {
  const key = newKey(organizationId, 'downloads', name);
  await files.put(key, bytes);
  return key;
}

/** For how long (ms) the same copy is given out again. All links to it end before it does. */
const sameFor = keptFor.copies / 2;

/**
 * Keeps a copy for a reader who may ask for it again, so that it is not made each time.
 * @param what tells this copy from any other, as JSON @param name shown to whoever downloads it
 * @param make gives the file; undefined when there can be none
 * @returns its key
 */
export async function putCopyOnce(
  files: Files,
  organizationId: string,
  { what, name }: { readonly what: unknown; readonly name: string },
  make: () => Promise<Content | undefined>,
): Promise<string | undefined> {
  const mark = sha256Of(Buffer.from(JSON.stringify([what, Math.floor(Date.now() / sameFor)])));
  const key = `${organizationId}/copies/${mark}-${safeName(name)}`;
  if ((await files.size(key)) !== undefined) return key;
  const content = await make();
  if (content === undefined) return undefined;
  await files.put(key, content);
  return key;
}

/** @param key of any file @returns for how long (ms) it is kept without a row; undefined unless it was made to be downloaded */
export function lifetimeOf(key: string): number | undefined {
  const folder = key.split('/')[1];
  return folder === 'downloads' || folder === 'copies' ? keptFor[folder] : undefined;
}
