/** How a new embedded database begins as a copy (template.ts). Only the worker of the engine loads it, and what it needs. */
import { mkdirSync, readFileSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { directoryMode, fileMode } from '../ports/modes.ts';
import { syncTree } from './durable.ts';

/** Fills a directory from a template: wholly or, when the process ends meanwhile, not at all. @param dataDir is there, and empty */
export async function copyTemplate(template: string, dataDir: string): Promise<void> {
  const target = realpathSync(dataDir);
  const unfinished = `${target}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(template)))) {
      const file = path.join(unfinished, name);
      mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true, mode: directoryMode });
      if (!name.endsWith('/')) writeFileSync(file, bytes, { mode: fileMode });
    }
    await syncTree(unfinished);
    rmdirSync(target);
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
