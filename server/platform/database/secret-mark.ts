/**
 * Checks that the SECRET is the one this database was written with. With another, stored answers cannot be decrypted, and cursors, links and sessions
 * become invalid without an error at startup. The database therefore stores a mark that reveals nothing else about the SECRET.
 */
import type { Config } from '../config.ts';
import { ensureSecret, readSecret, secretsFrom } from '../ports/secrets.ts';
import type { SystemDatabase } from './handle.ts';

type Settings = Pick<Config, 'secret' | 'formerSecrets' | 'dataDir'>;

/**
 * Stores a mark if there is none. A mark of a former SECRET is replaced by the current one's.
 * @throws like verifySecret
 */
export async function registerSecret(db: SystemDatabase, settings: Settings): Promise<void> {
  const { secret, dataDir } = settings;
  if ((await markIn(db)) === undefined) {
    const mark = markOf(secret ?? ensureSecret(dataDir));
    // Another server may have stored its mark first, with another SECRET.
    await db
      .insertInto('secret_mark')
      .values({ mark })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const former = await verifySecret(db, settings);
  if (former !== undefined) await replaceMark(db, settings);
}

/** @returns the stored mark if it belongs to a former SECRET @throws when it belongs to none of them, with one line for the operator */
export async function verifySecret(db: SystemDatabase, settings: Settings): Promise<string | undefined> {
  return verifyMark(await markIn(db), settings);
}

/** Does the same for a mark from elsewhere, such as a backup. */
export function verifyMark(mark: string | undefined, { secret, formerSecrets, dataDir }: Settings): string | undefined {
  const present = secret ?? readSecret(dataDir);
  if (mark === undefined || (present !== undefined && mark === markOf(present))) return undefined;
  const lost = 'if it is lost: npm run admin -- secret replace';
  const secretFile = `${dataDir}/secret`;
  if (present === undefined) {
    throw new Error(`SECRET is missing: set it to the value that this database was written with, or restore ${secretFile}; ${lost}`);
  }
  if (formerSecrets.some((former) => markOf(former) === mark)) return mark;
  const name = secret === undefined ? `the secret in ${secretFile}` : 'SECRET';
  const remedy = 'set SECRET to that value, or add that value to FORMER_SECRETS to change it';
  throw new Error(`${name} is not the one that this database was written with: ${remedy}; ${lost}`);
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

async function markIn(db: SystemDatabase): Promise<string | undefined> {
  return (await db.selectFrom('secret_mark').select('mark').executeTakeFirst())?.mark;
}

function markOf(secret: string): string {
  return secretsFrom(secret).sign('installation', 'the secret of this database');
}
