/** Stores files in a directory of this machine, or of several machines that share it. */
import { link, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createDrafts } from './drafts.ts';
import { signedLinkTo } from './file-links.ts';
import { type Files, type StoredFile, isKeySegment, splitKey } from './files.ts';
import { createHolds, type HoldNotes } from './holds.ts';
import { verifyHash, DamagedFile, sha256Of, truncateAbove } from './measure.ts';
import { fileMode } from './modes.ts';
import type { Secrets } from './secrets.ts';
import { makeDirectory, syncDirectory } from './sync.ts';

/** @param directory created on first use @param baseUrl where `serveFiles` answers, without a trailing slash */
export function localFiles(directory: string, baseUrl: string, secrets: Secrets): Files {
  const place = (key: string) => path.join(directory, ...splitKey(key));
  const keep = async (draft: string, key: string) => {
    const file = place(key);
    await makeDirectory(path.dirname(file));
    await rename(draft, file);
    await syncDirectory(path.dirname(file));
  };
  // These names cannot occur in a key.
  const drafts = createDrafts(path.join(directory, '~drafts'), keep);
  const { hold, isHeld } = createHolds(notesIn(path.join(directory, '~holds')));
  const removed = async (file: string, recursive: boolean) => {
    if (await isHeld()) return false;
    await rm(file, { force: true, recursive });
    return true;
  };
  return {
    draft: drafts.draft,
    findDraft: drafts.findDraft,
    async draftOf(key, maxBytes) {
      const source = place(key);
      const copied = async () => {
        const handle = await open(source).catch(unlessMissing);
        return handle && drafts.draft(truncateAbove(maxBytes, handle.createReadStream()));
      };
      // Files are replaced but never modified, so a hard link suffices. Where links are not supported, the file is copied.
      return drafts.adopt((file) => link(source, file)).catch(copied);
    },
    removeDrafts: drafts.removeAbandoned,
    async put(key, content) {
      splitKey(key);
      const { size, sha256, keep } = await drafts.draft(content);
      await keep(key);
      return { size, sha256 };
    },
    async read(key, sha256) {
      const bytes = await readFile(place(key)).catch(unlessMissing);
      if (bytes && sha256 !== undefined && sha256Of(bytes) !== sha256) throw new DamagedFile(key);
      return bytes;
    },
    async stream(key, sha256) {
      const handle = await open(place(key)).catch(unlessMissing);
      const stream = handle?.createReadStream();
      // Errors reach the reader of the stream.
      return stream && sha256 !== undefined ? pipeline(stream, verifyHash(key, sha256), () => undefined) : stream;
    },
    size: async (key) => (await stat(place(key)).catch(unlessMissing))?.size,
    remove: (key) => removed(place(key), false),
    list: (organizationId) => filesIn(place(organizationId), organizationId),
    removeAll: (organizationId) => removed(place(organizationId), true),
    holdDeletions: hold,
    link: (key, seconds, shown) => signedLinkTo(baseUrl, secrets, key, seconds, shown),
  };
}

function notesIn(folder: string): HoldNotes {
  return {
    async write(name) {
      await makeDirectory(folder);
      await writeFile(path.join(folder, name), '', { mode: fileMode });
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
    async list() {
      const names = (await readdir(folder).catch(unlessMissing)) ?? [];
      const found = await Promise.all(
        names.map(async (name) => ({ name, stats: await stat(path.join(folder, name)).catch(unlessMissing) })),
      );
      return found.flatMap(({ name, stats }) => (stats ? [{ name, changedAt: stats.mtimeMs }] : []));
    },
  };
}

async function* filesIn(folder: string, key: string): AsyncGenerator<StoredFile> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? [];
  for (const entry of entries.filter(({ name }) => isKeySegment(name)).sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const [place, here] = [path.join(folder, entry.name), `${key}/${entry.name}`];
    const stats = entry.isDirectory() ? undefined : await stat(place).catch(unlessMissing);
    if (entry.isDirectory()) yield* filesIn(place, here);
    else if (stats) yield { key: here, changedAt: stats.mtimeMs };
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
  throw error;
}
