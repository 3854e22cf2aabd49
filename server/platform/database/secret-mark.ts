/**
 * Checks that this database was written with the current SECRET. With another SECRET, stored answers cannot be decrypted, and cursors,
 * links and sessions become invalid without an error at startup. The database therefore stores a mark: the signature of a fixed text, which
 * does not reveal the SECRET.
 */
import type { Config } from '../config.ts';
import { ensureSecret, readSecret, secretsFrom } from '../ports/secrets.ts';
import type { SystemDatabase } from './handle.ts';

type Settings = Pick<Config, 'secret' | 'formerSecrets' | 'dataDir'>;

/**
 * Stores a mark if there is none. Replaces the mark of a former SECRET with that of the current SECRET.
 * @throws like verifySecret
 */
export async function registerSecret(db: SystemDatabase, settings: Settings): Promise<void> {
  const { secret, dataDir } = settings;
  if ((await readMark(db)) === undefined) {
    const mark = markOf(secret ?? ensureSecret(dataDir));
    // Another server may have stored its mark first, with another SECRET.
    await db
      .insertInto('secret_mark')
      .values({ mark })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const formerMark = await verifySecret(db, settings);
  if (formerMark !== undefined) await replaceMark(db, settings);
}

/** @returns the stored mark if it belongs to a former SECRET @throws when it belongs to an unknown SECRET, with a one-line message for the operator */
export async function verifySecret(db: SystemDatabase, settings: Settings): Promise<string | undefined> {
  return verifyMark(await readMark(db), settings);
}

/** Verifies a mark from elsewhere, such as a backup, in the same way as `verifySecret` verifies the stored mark. */
export function verifyMark(mark: string | undefined, { secret, formerSecrets, dataDir }: Settings): string | undefined {
  const currentSecret = secret ?? readSecret(dataDir);
  if (mark === undefined || (currentSecret !== undefined && mark === markOf(currentSecret))) return undefined;
  const hintIfLost = 'if it is lost: npm run admin -- secret replace';
  const secretFile = `${dataDir}/secret`;
  if (currentSecret === undefined) {
    throw new Error(`SECRET is missing: set it to the value that this database was written with, or restore ${secretFile}; ${hintIfLost}`);
  }
  if (formerSecrets.some((formerSecret) => markOf(formerSecret) === mark)) return mark;
  const name = secret === undefined ? `the secret in ${secretFile}` : 'SECRET';
  const remedy = 'set SECRET to that value, or add that value to FORMER_SECRETS to change it';
  throw new Error(`${name} is not the one that this database was written with: ${remedy}; ${hintIfLost}`);
}

/** Replaces any mark. Generates the secret in DATA_DIR if there is none. */
export async function replaceMark(db: SystemDatabase, { secret, dataDir }: Settings): Promise<void> {
  const mark = markOf(secret ?? ensureSecret(dataDir));
  await db
    .insertInto('secret_mark')
    .values({ mark })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ mark }))
    .execute();
}

async function readMark(db: SystemDatabase): Promise<string | undefined> {
  return (await db.selectFrom('secret_mark').select('mark').executeTakeFirst())?.mark;
}

function markOf(secret: string): string {
  return secretsFrom(secret).sign('installation', 'the secret of this database');
}
