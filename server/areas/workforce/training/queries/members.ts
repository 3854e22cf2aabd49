/** Queries for members and their training. */
import { sql } from 'kysely';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Page, PagedList, type PageRequest } from '#platform/database/page';
import { moduleIdsOf, type Program } from '#domain/people/training/modules';

export interface Trainee {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
}

export function findTrainee(db: OrganizationDatabase, id: string): Promise<Trainee | undefined> {
  return db.selectFrom('member').select(['id', 'name', 'email', 'is_active as isActive']).where('id', '=', id).executeTakeFirst();
}

/** Locks an active member until the transaction ends, to serialize the member's completions. @returns whether the active member exists */
export async function lockTrainee(db: OrganizationDatabase, id: string): Promise<boolean> {
  const lockedRow = await db
    .selectFrom('member')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return lockedRow !== undefined;
}

export async function findOrganizationName(db: OrganizationDatabase): Promise<string> {
  return (await db.selectFrom('organization').select('name').executeTakeFirstOrThrow()).name;
}

interface Filter {
  /** Whether the member has completed all modules of the program. */
  readonly complete?: boolean;
  /** The ids of members. */
  readonly ids?: readonly string[];
}

const traineeLists = { general: createListOf('general'), hipaa: createListOf('hipaa') };

/** @returns the list of active members, which can be filtered by whether they have completed the program */
function createListOf(program: Program) {
  const moduleIds = moduleIdsOf(program);
  return PagedList.of((db) =>
    db
      .selectFrom('member')
      .select(['member.id', 'member.roles', 'member.email', 'member.email_verified as isVerified'])
      .where('member.is_active', '=', true),
  ).filteredBy<Filter>({
    complete: (eb, complete) =>
      sql`(${eb
        .selectFrom('training_completion as done')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('done.member_id', '=', 'member.id')
        .where('done.video_id', 'in', moduleIds)
        .where('done.completed_at', 'is not', null)} = ${sql.lit(moduleIds.length)}) = ${complete}`,
    ids: anyOf('member.id'),
  });
}

/** A member in the list of training progress. */
export interface ListedTrainee {
  readonly id: string;
  readonly roles: string[];
  readonly email: string;
  readonly isVerified: boolean;
}

/** @returns a page of active members, sorted by name */
export function listTrainees(db: OrganizationDatabase, program: Program, filter: Filter, page: PageRequest): Promise<Page<ListedTrainee>> {
  return traineeLists[program].page(db, filter, { by: 'member.name', id: 'member.id' }, page);
}
