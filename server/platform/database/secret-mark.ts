/**
 * Whether the SECRET is the one that this database was written with. With another, stored answers cannot be decrypted, and cursors, links
 * and sessions are void: nothing that a start would notice, so the database keeps a mark of it, which says nothing else of it.
 */
import type { Config } from '../config.ts';
import { keptSecret, secretIn, secretsFrom } from '../ports/secrets.ts';
import type { SystemDatabase } from './handle.ts';

type Settings = Pick<Config, 'secret' | 'formerSecrets' | 'dataDir'>;

/**
 * Marks a database that has no mark yet. Where the one that it has is of a former SECRET, that of the present one takes its place.
 * @throws like verifySecret
 */
export async function holdSecret(db: SystemDatabase, settings: Settings): Promise<void> {
  const { secret, dataDir } = settings;
  if ((await markIn(db)) === undefined) {
    const mark = markOf(secret ?? keptSecret(dataDir));
    // Another server may have been faster, with another SECRET.
    await db
      .insertInto('secret_mark')
      .values({ mark })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const former = await verifySecret(db, settings);
  if (former !== undefined) await replaceMark(db, settings);
}

/** @returns the mark of the former SECRET that it has, if it has one @throws when it has that of another, in one line for the operator */
export async function verifySecret(db: SystemDatabase, settings: Settings): Promise<string | undefined> {
  return verifyMark(await markIn(db), settings);
}

/** The same for a mark that is not in this database yet. */
export function verifyMark(mark: string | undefined, { secret, formerSecrets, dataDir }: Settings): string | undefined {
  const present = secret ?? secretIn(dataDir);
  if (mark === undefined || (present !== undefined && mark === markOf(present))) return undefined;
  const lost = 'if it is lost: npm run admin -- secret replace';
  const kept = `${dataDir}/secret`;
  if (present === undefined) {
    throw new Error(`SECRET is missing: set it to the value that this database was written with, or restore ${kept}; ${lost}`);
  }
  if (formerSecrets.some((former) => markOf(former) === mark)) return mark;
  const name = secret === undefined ? `the secret in ${kept}` : 'SECRET';
  const remedy = 'set SECRET to that value, or add that value to FORMER_SECRETS to change it';
  throw new Error(`${name} is not the one that this database was written with: ${remedy}; ${lost}`);
}

/** Whatever the mark was. Makes the secret in DATA_DIR when there is none. */
export async function replaceMark(db: SystemDatabase, { secret, dataDir }: Settings): Promise<void> {
  const mark = markOf(secret ?? keptSecret(dataDir));
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
