/** A copy of a directory that changes between its two passes. */
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

test('the second pass makes the copy what the directory is, whatever was done to it, and copies nothing that has long been the same', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'copy-'));
  try {
    const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
    const at = (name: string) => path.join(from, name);
    for (const name of ['base', 'wal', 'empty']) mkdirSync(at(name), { recursive: true });
    for (const name of ['base/1', 'base/2', 'base/3', 'wal/1', 'wal/2', 'wal/3', 'wal/4']) writeFileSync(at(name), `first ${name}`);
    const copy = new DirectoryCopy(from, to);
    expect(await copy.pass()).toBe(7);
    expect(contentOf(to)).toEqual(contentOf(from));

    const { atime, mtime } = statSync(at('base/2'));
    // The same length and time as before, and another content.
    writeFileSync(at('base/2'), 'other base/2');
    utimesSync(at('base/2'), atime, mtime);
    writeFileSync(at('base/3'), 'longer than before');
    // As segments of the log are recycled: one takes the name of another, which had the same length.
    renameSync(at('wal/1'), at('wal/2'));
    renameSync(at('wal/3'), at('wal/5'));
    rmSync(at('wal/4'));
    mkdirSync(at('new/deep'), { recursive: true });
    writeFileSync(at('new/deep/1'), 'new');
    await copy.pass();
    expect(contentOf(to)).toEqual(contentOf(from));

    // The clocks of file systems tick slowly, so what was just written is copied again for a while.
    await expect.poll(() => copy.pass(), { interval: 500 }).toBe(0);
    writeFileSync(at('base/1'), 'changed again');
    expect(await copy.pass()).toBe(1);
    expect(contentOf(to)).toEqual(contentOf(from));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
