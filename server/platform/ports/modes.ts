/** Restricts everything that the service writes to its own account, whatever the umask of the process. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Modes of directories and files created in the data directory. */
export const directoryMode = 0o700;
export const fileMode = 0o600;
const otherPermissions = 0o077;

/** Entries of a data directory that belong to the service. Anything else there is the operator's and is left alone. */
const ownEntry = /^(database(\.new)?|files|secret(\.\d+)?|backup\.\d+|\.database\.(lock|sock))$/;
/** A directory that file systems create. */
const ignored = 'lost+found';

/**
 * Removes group and other permissions that an earlier version or a looser umask left in a data directory. The directory itself is closed only if everything
 * in it is the service's.
 * @param dataDir need not exist
 */
export function closeToOthers(dataDir: string): void {
  const names = unlessRefused(() => readdirSync(dataDir)) ?? [];
  for (const name of names) if (ownEntry.test(name)) close(path.join(dataDir, name));
  if (names.length && names.every((name) => ownEntry.test(name) || name === ignored)) closeOne(dataDir);
}

/** A closed directory hides its content, so only open ones are walked. Each is closed last, so that an interrupted walk starts again. */
function close(name: string) {
  const stats = unlessRefused(() => lstatSync(name));
  if (!stats || stats.isSymbolicLink() || (stats.mode & otherPermissions) === 0) return;
  if (stats.isDirectory()) for (const entry of unlessRefused(() => readdirSync(name)) ?? []) close(path.join(name, entry));
  closeOne(name);
}

function closeOne(name: string) {
  unlessRefused(() => {
    const { mode } = lstatSync(name);
    if ((mode & otherPermissions) !== 0) chmodSync(name, mode & 0o700);
  });
}

/** Ignores files that belong to another account, cannot be changed, or disappear meanwhile. */
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
