/** Files kept in a directory of this machine, or of several that share it. */
import { link, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { draftsIn } from './drafts.ts';
import { linkTo } from './file-links.ts';
import { type Files, type Found, isStep, stepsOf } from './files.ts';
import { holdsOn, type Notes } from './holds.ts';
import { checked, Damaged, sha256Of, upTo } from './measure.ts';
import { fileMode } from './modes.ts';
import type { Secrets } from './secrets.ts';
import { makeDirectory, syncDirectory } from './sync.ts';

/** @param directory made when first needed @param baseUrl where `serveFiles` answers, without a slash at its end */
export function localFiles(directory: string, baseUrl: string, secrets: Secrets): Files {
  const place = (key: string) => path.join(directory, ...stepsOf(key));
  const keep = async (draft: string, key: string) => {
    const file = place(key);
    await makeDirectory(path.dirname(file));
    await rename(draft, file);
    await syncDirectory(path.dirname(file));
  };
  // No key has a step of this name.
  const drafts = draftsIn(path.join(directory, '~drafts'), keep);
  const { hold, isHeld } = holdsOn(notesIn(path.join(directory, '~holds')));
  const removed = async (file: string, recursive: boolean) => {
    if (await isHeld()) return false;
    await rm(file, { force: true, recursive });
    return true;
  };
  return {
    draft: drafts.draft,
    drafted: drafts.drafted,
    async draftOf(key, maxBytes) {
      const source = place(key);
      const copied = async () => {
        const handle = await open(source).catch(unlessMissing);
        return handle && drafts.draft(upTo(maxBytes, handle.createReadStream()));
      };
      // Files are replaced and never changed, so one may have two names. Where a disk knows no such thing, it is copied.
      return drafts.adopt((file) => link(source, file)).catch(copied);
    },
    removeDrafts: drafts.tidy,
    async put(key, content) {
      stepsOf(key);
      const { size, sha256, keep } = await drafts.draft(content);
      await keep(key);
      return { size, sha256 };
    },
    async read(key, sha256) {
      const bytes = await readFile(place(key)).catch(unlessMissing);
      if (bytes && sha256 !== undefined && sha256Of(bytes) !== sha256) throw new Damaged(key);
      return bytes;
    },
    async stream(key, sha256) {
      const handle = await open(place(key)).catch(unlessMissing);
      const stream = handle?.createReadStream();
      // What breaks is heard of by who reads on.
      return stream && sha256 !== undefined ? pipeline(stream, checked(key, sha256), () => undefined) : stream;
    },
    size: async (key) => (await stat(place(key)).catch(unlessMissing))?.size,
    remove: (key) => removed(place(key), false),
    list: (organizationId) => filesIn(place(organizationId), organizationId),
    removeAll: (organizationId) => removed(place(organizationId), true),
    hold,
    link: (key, seconds, shown) => linkTo(baseUrl, secrets, key, seconds, shown),
  };
}

function notesIn(folder: string): Notes {
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

async function* filesIn(folder: string, key: string): AsyncGenerator<Found> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? [];
  for (const entry of entries.filter(({ name }) => isStep(name)).sort((one, other) => (one.name < other.name ? -1 : 1))) {
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
