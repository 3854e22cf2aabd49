/** Creates a new embedded database as a copy of a template (template.ts). Only the engine's worker loads this module. */
import { mkdirSync, readFileSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { directoryMode, fileMode } from '../ports/modes.ts';
import { syncTree } from './durable.ts';

/** Fills a directory from a template, completely or, if the process ends meanwhile, not at all. @param dataDir exists and is empty */
export async function copyTemplate(template: string, dataDir: string): Promise<void> {
  const target = realpathSync(dataDir);
  const unfinished = `${target}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    mkdirSync(unfinished, { mode: directoryMode });
    // The files are stored uncompressed and the archive is gzipped as a whole, which Node reads in a third of the time.
    for (const [name, bytes] of Object.entries(unzipSync(gunzipSync(readFileSync(template))))) {
      const file = path.join(unfinished, name);
      // A folder is listed before its files.
      if (name.endsWith('/')) mkdirSync(file, { mode: directoryMode });
      else writeFileSync(file, bytes, { mode: fileMode });
    }
    await syncTree(unfinished);
    rmdirSync(target);
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
