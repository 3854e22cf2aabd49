/** What the service writes is its account's alone, whatever the umask of the process. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Of directories and of files that are made anywhere in the data directory. */
export const directoryMode = 0o700;
export const fileMode = 0o600;
const others = 0o077;

/** What is in a data directory because of the service. An operator may keep something else there, which is not ours to close. */
const own = /^(database(\.new)?|files|secret(\.\d+)?|backup\.\d+|\.database\.(lock|sock))$/;
/** File systems bring it along. */
const neutral = 'lost+found';

/**
 * Takes the rights of group and others from what an earlier version, or a looser umask, left open in a data directory. The directory itself
 * is closed where nothing but the service's is in it.
 * @param dataDir need not exist
 */
export function closeToOthers(dataDir: string): void {
  const names = unlessRefused(() => readdirSync(dataDir)) ?? [];
  for (const name of names) if (own.test(name)) close(path.join(dataDir, name));
  if (names.length && names.every((name) => own.test(name) || name === neutral)) closeOne(dataDir);
}

/** A closed directory hides its content, so only an open one is walked. It is closed last, so that an interrupted walk starts again. */
function close(name: string) {
  const stats = unlessRefused(() => lstatSync(name));
  if (!stats || stats.isSymbolicLink() || (stats.mode & others) === 0) return;
  if (stats.isDirectory()) for (const entry of unlessRefused(() => readdirSync(name)) ?? []) close(path.join(name, entry));
  closeOne(name);
}

function closeOne(name: string) {
  unlessRefused(() => {
    const { mode } = lstatSync(name);
    if ((mode & others) !== 0) chmodSync(name, mode & 0o700);
  });
}

/** What belongs to another account, or cannot be changed, is for its owner to close; and another process may take a file away meanwhile. */
function unlessRefused<R>(ask: () => R): R | undefined {
  try {
    return ask();
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['ENOENT', 'ENOTDIR', 'EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes(String(error.code))
    )
      return undefined;
    throw error;
  }
}
