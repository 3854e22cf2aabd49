/** Restricts everything that the service writes to its own account, whatever the umask of the process. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Mode of directories created in the data directory. */
export const directoryMode = 0o700;
/** Mode of files created in the data directory. */
export const fileMode = 0o600;
const otherPermissions = 0o077;

/** Entries of a data directory that belong to the service. Anything else there is the operator's and is left alone. */
const serviceEntry = /^(database(\.new)?|files|secret(\.\d+)?|backup\.\d+|\.database\.(lock|sock))$/;
/** A directory that file systems create. */
const ignoredName = 'lost+found';

/**
 * Removes group and other permissions that an earlier version or a looser umask left in a data directory. The directory itself is closed only if everything
 * in it belongs to the service.
 * @param dataDir need not exist
 */
export function closeToOthers(dataDir: string): void {
  const names = ignoreInaccessible(() => readdirSync(dataDir)) ?? [];
  for (const name of names) if (serviceEntry.test(name)) closeTree(path.join(dataDir, name));
  if (names.length && names.every((name) => serviceEntry.test(name) || name === ignoredName)) closeOne(dataDir);
}

/**
 * Closes a file, or a directory after its content. A closed directory hides its content, so only open directories are walked, and an
 * interrupted walk starts again.
 */
function closeTree(name: string) {
  const stats = ignoreInaccessible(() => lstatSync(name));
  if (!stats || stats.isSymbolicLink() || (stats.mode & otherPermissions) === 0) return;
  if (stats.isDirectory()) for (const entry of ignoreInaccessible(() => readdirSync(name)) ?? []) closeTree(path.join(name, entry));
  closeOne(name);
}

function closeOne(name: string) {
  ignoreInaccessible(() => {
    const { mode } = lstatSync(name);
    if ((mode & otherPermissions) !== 0) chmodSync(name, mode & 0o700);
  });
}

/** Ignores files that belong to another account, cannot be changed, or disappear meanwhile. */
function ignoreInaccessible<R>(action: () => R): R | undefined {
  try {
    return action();
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
