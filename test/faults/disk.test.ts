/** Tests the embedded engine on a full disk: a small file system, which only root can mount. ROUNDS=… also runs the slow test. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call } from '../support/app.ts';
import { startServer, temporaryFolder } from '../support/process.ts';
import { prepare } from './engines.ts';
import { expectConsistent, newLedger, readUnderLoad, writeUnderLoad } from './load.ts';

const canMount = checkMount();
if (!canMount) console.log('A file system cannot be mounted here: a full disk was not tried (needs root with CAP_SYS_ADMIN)');

const mebibyte = 1_048_576;

describe.runIf(canMount)('a full disk', () => {
  test('503 for writes, 200 for reads, 201 again once there is space, and no acknowledged change is lost', async () => {
    const folder = mountSmallDisk();
    const {
      env,
      organization: { key },
    } = await prepare('embedded', folder);
    const server = await startServer({ ...env, LOG_LEVEL: 'warn' });
    const [ledger, readStatuses] = [newLedger(), new Map<number, number>()];
    const stopLoads = [
      writeUnderLoad(() => server.url, key, ledger, { clients: 3 }),
      readUnderLoad(() => server.url, key, readStatuses, 1),
    ];
    await expect.poll(() => ledger.acknowledged.length, { interval: 5 }).toBeGreaterThan(20);
    const freeSpace = fillDisk(folder, 0);
    await expect.poll(() => ledger.statuses.get(503), { interval: 5 }).toBeGreaterThan(10);
    const readBefore = readStatuses.get(200) ?? 0;
    expect(
      await call(server.url, 'POST', '/v1/risks', {
        key,
        // A description that cannot be compressed needs new pages.
        body: { title: 'Laptop theft', description: randomBytes(10_000).toString('base64'), category: 'technology' },
      }),
    ).toMatchObject({ status: 503, body: { success: false, error: 'Temporarily unavailable' } });
    await expect.poll(() => readStatuses.get(200), { interval: 5 }).toBeGreaterThan(readBefore + 10);
    expect([...readStatuses.keys()]).toEqual([200]);
    expect(server.said.err).toContain('No space left on device');
    expect(new Set(server.logged(50).map(({ msg }) => msg))).toEqual(new Set(['Temporarily unavailable']));

    const acknowledgedBefore = ledger.acknowledged.length;
    freeSpace();
    await expect.poll(() => ledger.acknowledged.length, { interval: 5 }).toBeGreaterThan(acknowledgedBefore + 10);
    await Promise.all(stopLoads.map((end) => end()));
    expect([...ledger.statuses.keys()].sort()).toEqual([200, 201, 503]);
    await expectConsistent(server.url, key, ledger);
    expect(await server.stop('SIGKILL')).toBe('SIGKILL');
    const restarted = await startServer(env);
    const { rows, acknowledged } = await expectConsistent(restarted.url, key, ledger);
    expect(await restarted.stop('SIGTERM')).toBe(0);
    console.log(
      `full disk: ${acknowledged} changes acknowledged, ${rows} risks, ${ledger.statuses.get(503)} answers of 503, ${readStatuses.get(200)} reads`,
    );
  });

  // The engine hangs when it cannot write a change to its log, and its watchdog needs half a minute to notice that.
  test.runIf(process.env.ROUNDS)(
    '500 and 503 while the log of the database has no space, and 200 without a restart once it has space',
    async () => {
      const folder = mountSmallDisk();
      const {
        env,
        organization: { key },
      } = await prepare('embedded', folder);
      const server = await startServer({ ...env, LOG_LEVEL: 'warn' });
      const {
        body: {
          data: { id },
        },
      } = await call(server.url, 'POST', '/v1/risks', { key, body: { title: 'Laptop theft', description: 'x', category: 'technology' } });
      const risk = `/v1/risks/${id}`;
      // There is space for rows, but not for the next segment of the log, which takes 16 MiB at once.
      const freeSpace = fillDisk(folder, 14 * mebibyte);
      let storedDescription = '';
      for (let status = 200; status === 200;) {
        const description = randomBytes(14_000).toString('base64');
        ({ status } = await call(server.url, 'PATCH', risk, { key, body: { description } }));
        if (status === 200) storedDescription = description;
        else expect(status).toBe(500);
      }
      expect(await call(server.url, 'GET', risk, { key })).toMatchObject({
        status: 500,
        body: { success: false, error: 'Failed to fetch risk' },
      });
      expect(await call(server.url, 'GET', '/v1/risks/stats', { key })).toMatchObject({
        status: 503,
        body: { success: false, error: 'Temporarily unavailable' },
      });
      expect(await call(server.url, 'GET', '/readyz', {})).toMatchObject({ status: 503 });
      expect(server.said.err).toContain('the embedded engine does not start again');
      freeSpace();
      await expect.poll(async () => (await call(server.url, 'GET', '/readyz', {})).status).toBe(200);
      expect((await call(server.url, 'GET', risk, { key })).body.data.description).toBe(storedDescription);
      expect(await call(server.url, 'PATCH', risk, { key, body: { impact: 3 } })).toMatchObject({ status: 200 });
      await expectConsistent(server.url, key, newLedger());
      expect(await server.stop('SIGTERM')).toBe(0);
    },
    180_000,
  );
});

/** Mounts a small file system in memory until the test ends. @returns its folder */
function mountSmallDisk(): string {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=224m', 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}

/** Fills the disk except for `freeBytes`. @returns a function that frees the space again */
function fillDisk(folder: string, freeBytes: number): () => void {
  const file = path.join(folder, 'filler');
  const descriptor = openSync(file, 'w');
  const { bavail, bsize } = statfsSync(folder);
  try {
    for (let remaining = bavail * bsize - freeBytes; remaining > 0; remaining -= mebibyte)
      writeSync(descriptor, Buffer.alloc(Math.min(remaining, mebibyte)));
    // The database writes at the same time, so this fills the disk until no space is left.
    while (freeBytes === 0) writeSync(descriptor, Buffer.alloc(4_096));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(descriptor);
  }
  return () => rmSync(file);
}

function checkMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'mount-'));
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' }).status !== 0) return false;
    execFileSync('umount', [folder]);
    return true;
  } finally {
    rmdirSync(folder);
  }
}
