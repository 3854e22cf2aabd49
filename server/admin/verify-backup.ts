/** Command that verifies a backup file. */
import { createReadStream } from 'node:fs';
import { openBackup } from './backup/format.ts';
import { countRows } from './backup/manifest.ts';
import { command, Failure } from './command.ts';

export const verifyBackup = command({
  name: 'backup verify',
  meaning:
    'Verifies that a backup, from a file or standard input, is whole: every row and every file against its manifest, and the manifest against the SHA-256 of the file. It needs neither database nor secret. Compare the printed SHA-256 with the one that "backup" printed.',
  allowed: { in: 'FILE' },
  plan:
    ({ in: file }) =>
    async () => {
      const input = file === undefined ? process.stdin : createReadStream(file, { highWaterMark: 2 ** 20 });
      try {
        const { header, parts } = await openBackup(input);
        let next = await parts.next();
        while (!next.done) next = await parts.next();
        const { version, takenAt, engine } = header;
        const { manifest, size, sha256 } = next.value;
        const { count, missing } = manifest.files;
        return { intact: true, version, takenAt, engine, rows: countRows(manifest), files: count, missing, size, sha256 };
      } catch (error) {
        if (error instanceof Error && 'syscall' in error)
          throw new Failure(`the backup could not be read: ${error.message}`, { cause: error });
        throw error;
      } finally {
        input.destroy();
      }
    },
});
