/** Bytes on their way in, in a directory of their own on this machine, until they are kept or thrown away. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Content, Draft, Measure } from './files.ts';
import { Meter } from './measure.ts';

export interface Drafts {
  draft(content: Content): Promise<Draft>;
  drafted(name: string): Draft | undefined;
}

/** What is this old (ms) was left over by a process that is no more. */
const abandoned = 24 * 3_600_000;

/** @param directory made when first needed @param keep makes the draft in this file the file of a key; whether it moves the file away is its own affair */
export function draftsIn(directory: string, keep: (file: string, key: string, measure: Measure) => Promise<void>): Drafts {
  const known = new Map<string, Draft>();
  let ready: Promise<unknown> | undefined;
  return {
    async draft(content) {
      await (ready ??= prepare(directory));
      const name = `draft-${randomUUID()}`;
      const file = path.join(directory, name);
      const { start, ...measure } = await written(file, content);
      const discard = async () => {
        known.delete(name);
        await rm(file, { force: true });
      };
      const draft: Draft = {
        ...measure, name, start, discard,
        read: () => readFile(file),
        async keep(key) {
          await keep(file, key, measure);
          await discard();
        },
      };
      known.set(name, draft);
      return draft;
    },
    drafted: (name) => known.get(name),
  };
}

/** Whole and on the disk, or not at all. */
async function written(file: string, content: Content) {
  const meter = new Meter();
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(meter.through(content));
    await handle.sync();
    return meter.measured();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function prepare(directory: string) {
  await mkdir(directory, { recursive: true });
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    // Another server may be at it as well.
    const changed = await stat(file).then(({ mtimeMs }) => mtimeMs, () => Date.now());
    if (changed < Date.now() - abandoned) await rm(file, { force: true });
  }
}
