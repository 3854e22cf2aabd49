/**
 * Files generated for download: single downloads, or copies for one reader. No record references them and they count toward no quota, so the daily cleanup
 * deletes them when they expire.
 */
import { type Content, type Files, safeName } from '../ports/files.ts';
import { sha256Of } from '../ports/measure.ts';
import { newKey } from './store.ts';

const hour = 3_600_000;
/** Lifetime (ms) of the files in each folder. */
const lifetimes = { downloads: hour, copies: 30 * 24 * hour } as const;

/** Stores a file for one download. @param name shown to the user @returns its key */
export async function storeDownload(files: Files, organizationId: string, name: string, bytes: Uint8Array): Promise<string> {
  const key = newKey(organizationId, 'downloads', name);
  await files.put(key, bytes);
  return key;
}

/** How long (ms) a copy is reused. All links to it expire before the copy does. */
const reusePeriod = lifetimes.copies / 2;

/**
 * Stores a copy for a reader who may request it again, so that it is not generated each time.
 * @param what identifies the copy, as JSON @param name shown to the user
 * @param make generates the file; undefined when it cannot
 * @returns its key
 */
export async function storeCopyOnce(
  files: Files,
  organizationId: string,
  { what, name }: { readonly what: unknown; readonly name: string },
  make: () => Promise<Content | undefined>,
): Promise<string | undefined> {
  const hash = sha256Of(Buffer.from(JSON.stringify([what, Math.floor(Date.now() / reusePeriod)])));
  const key = `${organizationId}/copies/${hash}-${safeName(name)}`;
  if ((await files.size(key)) !== undefined) return key;
  const content = await make();
  if (content === undefined) return undefined;
  await files.put(key, content);
  return key;
}

/** @param key of any file @returns its lifetime (ms) if it was generated for download; otherwise undefined */
export function lifetimeOf(key: string): number | undefined {
  const folder = key.split('/')[1];
  return folder === 'downloads' || folder === 'copies' ? lifetimes[folder] : undefined;
}
