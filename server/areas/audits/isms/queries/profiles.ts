/** Queries of the answers to the setup wizard. */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { touchUpdatedAt } from '#platform/database/touched';
import { answersIn } from '../rules/profile.ts';
import type { Answers } from '../rules/sources.ts';

type Profile = components['schemas']['IsmsProfile'];

const columns = columnsOf(
  'isms_profile',
  'id',
  'organizationId',
  'frameworkId',
  'answers',
  'completedAt',
  'createdAt',
  'updatedAt',
  'version',
);

export async function findProfile(db: OrganizationDatabase, frameworkId: string): Promise<Profile | undefined> {
  const row = await db.selectFrom('isms_profile').select(columns).where('framework_id', '=', frameworkId).executeTakeFirst();
  return row && { ...row, answers: answersIn(row.answers) };
}

/** @returns the profile, created if necessary and locked until the transaction ends */
export async function lockProfile(db: OrganizationDatabase, frameworkId: string): Promise<Profile> {
  await db
    .insertInto('isms_profile')
    .values({ id: newId('isms_pf'), framework_id: frameworkId })
    .onConflict((conflict) => conflict.columns(['organization_id', 'framework_id']).doNothing())
    .execute();
  const row = await db
    .selectFrom('isms_profile')
    .select(columns)
    .where('framework_id', '=', frameworkId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, answers: answersIn(row.answers) };
}

export async function saveProfile(db: OrganizationDatabase, id: string, answers: Answers, completedAt: string | null): Promise<Profile> {
  const row = await db
    .updateTable('isms_profile')
    .set({ ...touchUpdatedAt, answers: JSON.stringify(answers), completed_at: completedAt })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...row, answers: answersIn(row.answers) };
}
