/** Reports which files were saved. */
import { watch } from 'node:fs';
import path from 'node:path';

/** An editor may save several files, or one file in several steps. */
const quietPeriod = 50;

/**
 * Begins to watch folders at once.
 * @returns never ends, and yields the paths of the files that were saved since the last time, once no more have been saved for 50 ms
 */
export function watchFiles(folders: readonly string[]): AsyncIterable<readonly string[]> {
  const changedFiles = new Set<string>();
  let notify = () => {};
  for (const folder of folders)
    watch(folder, { recursive: true }, (_event, name) => {
      if (name === null) return;
      changedFiles.add(path.join(folder, name));
      notify();
    });
  return (async function* () {
    for (;;) {
      if (!changedFiles.size) await new Promise<void>((resolve) => (notify = resolve));
      for (let size = 0; size !== changedFiles.size;) {
        size = changedFiles.size;
        await new Promise((resolve) => setTimeout(resolve, quietPeriod));
      }
      const savedFiles = [...changedFiles];
      // Files that are saved while these are checked come next.
      changedFiles.clear();
      yield savedFiles;
    }
  })();
}
