/** Tests copying a directory that changes between the two passes of the copy. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DirectoryCopy } from '#admin/backup/copy-directory';

const contentOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .map((name): [string, string] => [name, readFileSync(path.join(folder, name), 'utf8')])
      .sort(),
  );

test('the second pass makes the copy equal to the changed directory, without copying files that have long been unchanged', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'copy-'));
  try {
    const [sourceFolder, targetFolder] = [path.join(folder, 'from'), path.join(folder, 'to')];
    const inSource = (name: string) => path.join(sourceFolder, name);
    for (const name of ['base', 'wal', 'empty']) mkdirSync(inSource(name), { recursive: true });
    for (const name of ['base/1', 'base/2', 'base/3', 'wal/1', 'wal/2', 'wal/3', 'wal/4']) writeFileSync(inSource(name), `first ${name}`);
    const copy = new DirectoryCopy(sourceFolder, targetFolder);
    expect(await copy.pass()).toBe(7);
    expect(contentOf(targetFolder)).toEqual(contentOf(sourceFolder));

    const { atime, mtime } = statSync(inSource('base/2'));
    // The file keeps its length and time, but has another content.
    writeFileSync(inSource('base/2'), 'other base/2');
    utimesSync(inSource('base/2'), atime, mtime);
    writeFileSync(inSource('base/3'), 'longer than before');
    // The database recycles segments of its log like this: a file takes the name of another file with the same length.
    renameSync(inSource('wal/1'), inSource('wal/2'));
    renameSync(inSource('wal/3'), inSource('wal/5'));
    rmSync(inSource('wal/4'));
    mkdirSync(inSource('new/deep'), { recursive: true });
    writeFileSync(inSource('new/deep/1'), 'new');
    await copy.pass();
    expect(contentOf(targetFolder)).toEqual(contentOf(sourceFolder));

    // File systems store coarse times, so a recently written file is copied again for a while.
    await expect.poll(() => copy.pass(), { interval: 500 }).toBe(0);
    writeFileSync(inSource('base/1'), 'changed again');
    expect(await copy.pass()).toBe(1);
    expect(contentOf(targetFolder)).toEqual(contentOf(sourceFolder));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
