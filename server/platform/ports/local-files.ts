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
  const pathOf = (key: string) => path.join(directory, ...splitKey(key));
  const keep = async (draft: string, key: string) => {
    const file = pathOf(key);
    await makeDirectory(path.dirname(file));
    await rename(draft, file);
    await syncDirectory(path.dirname(file));
  };
  // These names cannot occur in a key.
  const drafts = createDrafts(path.join(directory, '~drafts'), keep);
  const { hold, isHeld } = createHolds(createHoldNotes(path.join(directory, '~holds')));
  const removeUnlessHeld = async (file: string, recursive: boolean) => {
    if (await isHeld()) return false;
    await rm(file, { force: true, recursive });
    return true;
  };
  return {
    draft: drafts.draft,
    findDraft: drafts.findDraft,
    async draftOf(key, maxBytes) {
      const source = pathOf(key);
      const copyToDraft = async () => {
        const handle = await open(source).catch(ignoreMissing);
        return handle && drafts.draft(truncateAbove(maxBytes, handle.createReadStream()));
      };
      const size = (await stat(source).catch(ignoreMissing))?.size;
      // Files are replaced but never modified, so a hard link suffices. Where links are not supported, the file is copied.
      return size !== undefined && size > maxBytes ? copyToDraft() : drafts.adopt((file) => link(source, file)).catch(copyToDraft);
    },
    removeDrafts: drafts.removeAbandoned,
    async put(key, content) {
      splitKey(key);
      const { size, sha256, keep } = await drafts.draft(content);
      await keep(key);
      return { size, sha256 };
    },
    async read(key, sha256) {
      const bytes = await readFile(pathOf(key)).catch(ignoreMissing);
      if (bytes && sha256 !== undefined && sha256Of(bytes) !== sha256) throw new DamagedFile(key);
      return bytes;
    },
    async stream(key, sha256, part) {
      const handle = await open(pathOf(key)).catch(ignoreMissing);
      const stream = handle?.createReadStream(part);
      // The reader of the stream gets its errors.
      return stream && sha256 !== undefined && !part ? pipeline(stream, verifyHash(key, sha256), () => undefined) : stream;
    },
    async findVersion(key) {
      const stats = await stat(pathOf(key), { bigint: true }).catch(ignoreMissing);
      return stats && { size: Number(stats.size), etag: `"${stats.mtimeNs.toString(36)}-${stats.size.toString(36)}"` };
    },
    size: async (key) => (await stat(pathOf(key)).catch(ignoreMissing))?.size,
    remove: (key) => removeUnlessHeld(pathOf(key), false),
    list: (organizationId) => listFiles(pathOf(organizationId), organizationId),
    removeAll: (organizationId) => removeUnlessHeld(pathOf(organizationId), true),
    holdDeletions: hold,
    link: (key, seconds, presentation) => signedLinkTo(baseUrl, secrets, key, seconds, presentation),
  };
}

function createHoldNotes(folder: string): HoldNotes {
  return {
    async write(name) {
      await makeDirectory(folder);
      await writeFile(path.join(folder, name), '', { mode: fileMode });
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
    async list() {
      const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
      const notes = await Promise.all(
        names.map(async (name) => ({ name, stats: await stat(path.join(folder, name)).catch(ignoreMissing) })),
      );
      return notes.flatMap(({ name, stats }) => (stats ? [{ name, changedAt: stats.mtimeMs }] : []));
    },
  };
}

async function* listFiles(folder: string, key: string): AsyncGenerator<StoredFile> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  for (const entry of entries.filter(({ name }) => isKeySegment(name)).sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const [entryPath, entryKey] = [path.join(folder, entry.name), `${key}/${entry.name}`];
    const stats = entry.isDirectory() ? undefined : await stat(entryPath).catch(ignoreMissing);
    if (entry.isDirectory()) yield* listFiles(entryPath, entryKey);
    else if (stats) yield { key: entryKey, changedAt: stats.mtimeMs };
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
  throw error;
}
