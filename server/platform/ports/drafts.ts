/** Bytes on their way in, in a directory of their own on this machine, until they are kept or thrown away. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Content, Draft, Measure } from './files.ts';
import { Meter } from './measure.ts';
import { fileMode } from './modes.ts';
import { makeDirectory } from './sync.ts';

export interface Drafts {
  draft(content: Content): Promise<Draft>;
  /** A draft of a file that `place` puts where it is told to. Its bytes are read. */
  adopt(place: (file: string) => Promise<void>): Promise<Draft>;
  drafted(name: string): Draft | undefined;
  /** Removes what was left over. */
  tidy(): Promise<void>;
}

/** What is this old (ms) was left over by a process that is no more. A draft of an upload is as old as that, which is a day at most. */
const abandoned = 48 * 3_600_000;
/** What is read at once, in bytes. */
const pieceLength = 1_048_576;

/** @param directory made when first needed @param keep makes the draft in this file the file of a key; whether it moves the file away is its own affair */
export function draftsIn(directory: string, keep: (file: string, key: string, measure: Measure) => Promise<void>): Drafts {
  const known = new Map<string, Draft>();
  let ready: Promise<unknown> | undefined;

  async function begin(fill: (file: string) => Promise<Measure & { readonly start: Buffer }>): Promise<Draft> {
    await (ready ??= makeDirectory(directory).catch((error: unknown) => {
      ready = undefined;
      throw error;
    }));
    const name = `draft-${randomUUID()}`;
    const file = path.join(directory, name);
    const { start, ...measure } = await fill(file).catch(async (error: unknown) => {
      await rm(file, { force: true });
      throw error;
    });
    const discard = async () => {
      known.delete(name);
      await rm(file, { force: true });
    };
    const draft: Draft = {
      ...measure,
      name,
      start,
      discard,
      read: () => readFile(file),
      async *content() {
        yield* createReadStream(file, { highWaterMark: pieceLength });
      },
      async keep(key) {
        await keep(file, key, measure);
        await discard();
      },
    };
    known.set(name, draft);
    return draft;
  }

  return {
    draft: (content) => begin((file) => written(file, content)),
    adopt: (place) =>
      begin(async (file) => {
        await place(file);
        return measured(file);
      }),
    drafted: (name) => known.get(name),
    tidy: () => tidy(directory),
  };
}

/** Whole and on the disk. */
async function written(file: string, content: Content) {
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

async function measured(file: string) {
  const meter = new Meter();
  for await (const part of createReadStream(file)) meter.add(part);
  return meter.measured();
}

async function tidy(directory: string) {
  // Nothing was ever drafted where it is not there.
  for (const name of await readdir(directory).catch(() => [])) {
    const file = path.join(directory, name);
    // Another server may be at it as well.
    const changed = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (changed < Date.now() - abandoned) await rm(file, { force: true });
  }
}
