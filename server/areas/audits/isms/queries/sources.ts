/** Reads the data that documents are generated from (isms, rule 3). */
import { listAdoptedNames } from '#domain/frameworks/adopted';
import { findBands } from '#domain/ratings/bands';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isStaff } from '#platform/identity/staff';
import type { Sources } from '../rules/sources.ts';
import { countHigh, type Treatment } from '../rules/treatment.ts';
import { findProfile } from './profiles.ts';

/**
 * Reads the data of the organization. The caller passes the risks, so that they are not read again.
 * @param staffDomains e-mail domains of the operator, whose staff are excluded
 */
export async function findSources(
  db: OrganizationDatabase,
  frameworkId: string,
  staffDomains: readonly string[],
  { risks }: Treatment,
): Promise<Sources> {
  const [organization, frameworks, vendors, members, { devices }, training, profile, bands] = await Promise.all([
    db.selectFrom('organization').select('name').executeTakeFirstOrThrow(),
    listAdoptedNames(db),
    db.selectFrom('vendor').select(['name', 'category', 'is_sub_processor']).orderBy('name').orderBy('id').execute(),
    listActiveMembers(db, staffDomains),
    db
      .selectFrom('device')
      .select(({ fn }) => fn.countAll<number>().as('devices'))
      .where('is_duplicate_serial', '=', false)
      .executeTakeFirstOrThrow(),
    db.selectFrom('training_completion').select('id').where('completed_at', 'is not', null).limit(1).executeTakeFirst(),
    findProfile(db, frameworkId),
    findBands(db),
  ]);
  return {
    organizationName: organization.name,
    frameworks: frameworks.toSorted(),
    vendors: vendors.map(({ name, category }) => ({ name, category })),
    subprocessors: vendors.filter((vendor) => vendor.is_sub_processor).map(({ name }) => name),
    members,
    devices,
    risks: { total: risks.length, high: countHigh(risks, bands) },
    hasTraining: training !== undefined,
    answers: profile?.answers ?? {},
  };
}

/** @returns active members, except staff of the operator, sorted by name */
export async function listActiveMembers(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
): Promise<{ id: string; name: string; department: string }[]> {
  const members = await db
    .selectFrom('member')
    .select(['id', 'name', 'email', 'email_verified as isVerified', 'department'])
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return members.flatMap(({ id, name, department, ...account }) =>
    isStaff(account, staffDomains) ? [] : [{ id, name: name.trim() || account.email, department }],
  );
}

/** @returns names of all members by id, including deactivated ones */
export async function findMemberNames(db: OrganizationDatabase): Promise<ReadonlyMap<string, string>> {
  const members = await db.selectFrom('member').select(['id', 'name', 'email']).execute();
  return new Map(members.map(({ id, name, email }) => [id, name.trim() || email]));
}

/** @returns the context answer that describes the services or the organization, or undefined */
export async function findServices(db: OrganizationDatabase): Promise<string | undefined> {
  const entries = await db
    .selectFrom('context_entry')
    .select(['question', 'answer'])
    .where((eb) =>
      eb.or([
        eb('question', 'ilike', '%service%'),
        eb('question', 'ilike', '%product%'),
        eb('question', 'ilike', 'describe your company%'),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return (entries.find(({ question }) => /service|product/i.test(question)) ?? entries[0])?.answer;
}

/** @returns the user id of a member as a list of recipients; empty if the member does not exist */
export async function findUserIds(db: OrganizationDatabase, memberId: string): Promise<string[]> {
  const members = await db.selectFrom('member').select('user_id').where('id', '=', memberId).execute();
  return members.map((member) => member.user_id);
}
