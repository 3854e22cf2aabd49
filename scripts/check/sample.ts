/** Chooses a part of the test files by a seed, so that a run takes less time and can be repeated. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** @returns the seed of `CHECK_SEED`, or the hash of the commit; undefined when everything runs */
export function sampleSeed(isWhole: boolean): string | undefined {
  if (isWhole) return undefined;
  return process.env.CHECK_SEED ?? execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
}

/**
 * @param share the denominator of the share to keep: 4 keeps one in four files
 * @returns the files that the seed leaves out; the same for the same seed and the same names
 */
export function findLeftOutFiles(files: readonly string[], seed: string | undefined, share = 4): string[] {
  if (seed === undefined) return [];
  return files.filter((file) => createHash('sha256').update(`${seed} ${file}`).digest().readUInt32BE() % share !== 0);
}
