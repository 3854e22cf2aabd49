/** Stores incoming bytes in a directory of this machine until they are kept or discarded. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Content, Draft, SizeAndHash } from './files.ts';
import { Meter } from './measure.ts';
import { fileMode } from './modes.ts';
import { makeDirectory } from './sync.ts';

export interface Drafts {
  draft(content: Content): Promise<Draft>;
  /** Makes a draft of a file that `createFile` creates at the given path. Reads the file to compute its size and hash. */
  adopt(createFile: (file: string) => Promise<void>): Promise<Draft>;
  findDraft(name: string): Draft | undefined;
  /** Deletes abandoned drafts. */
  removeAbandoned(): Promise<void>;
}

/** Age (ms) at which a draft counts as abandoned by an ended process. An upload takes a day at most. */
const abandonedMs = 48 * 3_600_000;
/** Bytes per read. */
const chunkLength = 1_048_576;

/** @param directory created on first use @param keep stores the draft in this file under a key; it may move the file */
export function createDrafts(directory: string, keep: (file: string, key: string, sizeAndHash: SizeAndHash) => Promise<void>): Drafts {
  const openDrafts = new Map<string, Draft>();
  let directoryCreation: Promise<unknown> | undefined;

  async function createDraft(fill: (file: string) => Promise<SizeAndHash & { readonly start: Buffer }>): Promise<Draft> {
    await (directoryCreation ??= makeDirectory(directory).catch((error: unknown) => {
      directoryCreation = undefined;
      throw error;
    }));
    const name = `draft-${randomUUID()}`;
    const file = path.join(directory, name);
    const { start, ...sizeAndHash } = await fill(file).catch(async (error: unknown) => {
      await rm(file, { force: true });
      throw error;
    });
    const discard = async () => {
      openDrafts.delete(name);
      await rm(file, { force: true });
    };
    const draft: Draft = {
      ...sizeAndHash,
      name,
      start,
      discard,
      read: () => readFile(file),
      async *content() {
        yield* createReadStream(file, { highWaterMark: chunkLength });
      },
      async keep(key) {
        await keep(file, key, sizeAndHash);
        await discard();
      },
    };
    openDrafts.set(name, draft);
    return draft;
  }

  return {
    draft: (content) => createDraft((file) => writeContent(file, content)),
    adopt: (createFile) =>
      createDraft(async (file) => {
        await createFile(file);
        return measureFile(file);
      }),
    findDraft: (name) => openDrafts.get(name),
    removeAbandoned: () => removeAbandoned(directory),
  };
}

/** Writes and syncs the whole content. */
async function writeContent(file: string, content: Content) {
  const meter = new Meter();
  const handle = await open(file, 'wx', fileMode);
  try {
    await handle.writeFile(meter.through(content));
    await handle.sync();
    return meter.measured();
  } finally {
    await handle.close();
  }
}

async function measureFile(file: string) {
  const meter = new Meter();
  for await (const part of createReadStream(file)) meter.add(part);
  return meter.measured();
}

async function removeAbandoned(directory: string) {
  // Without the directory there were never any drafts.
  for (const name of await readdir(directory).catch(() => [])) {
    const file = path.join(directory, name);
    // Another server may be deleting it at the same time.
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (changedAt < Date.now() - abandonedMs) await rm(file, { force: true });
  }
}
