/** Reads the processor time of the PostgreSQL server of a measurement. */
import { execFileSync } from 'node:child_process';

/** @param databaseUrl of a server that a test started @returns processor time (ms) of all its processes, including those that have ended */
export function databaseCpu(databaseUrl: string): number {
  const folder = decodeURIComponent(new URL(databaseUrl).searchParams.get('host') ?? '');
  const ticks = execFileSync(
    'bash',
    [
      '-c',
      'for pid in $(head -1 "$0/data/postmaster.pid") $(pgrep -P $(head -1 "$0/data/postmaster.pid")); do cut -d" " -f14-17 /proc/$pid/stat; done',
      folder,
    ],
    { encoding: 'utf8' },
  );
  return ticks
    .trim()
    .split(/\s+/)
    .reduce((sum, tick) => sum + Number(tick) * 10, 0);
}
