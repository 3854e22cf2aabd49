/** Members, as far as their training goes. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import { idsOf, type Program } from '../../../domain/training/modules.ts';

export interface Trainee {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
}

export function findTrainee(db: OrganizationDatabase, id: string): Promise<Trainee | undefined> {
  return db.selectFrom('member').select(['id', 'name', 'email', 'is_active as isActive']).where('id', '=', id).executeTakeFirst();
}

/** An active member, held until the transaction ends, so that completions of one member come one after the other. */
export async function lockTrainee(db: OrganizationDatabase, id: string): Promise<boolean> {
  const held = await db
    .selectFrom('member')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** What the organization is called. */
export async function organizationName(db: OrganizationDatabase): Promise<string> {
  return (await db.selectFrom('organization').select('name').executeTakeFirstOrThrow()).name;
}

interface Filter {
  readonly complete?: boolean;
}

const lists = { general: listOf('general'), hipaa: listOf('hipaa') };

/** The active members. */
function listOf(program: Program) {
  const ids = idsOf(program);
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
        .where('done.video_id', 'in', ids)
        .where('done.completed_at', 'is not', null)} = ${sql.lit(ids.length)}) = ${complete}`,
  });
}

/** A member of the list. */
export interface Listed {
  readonly id: string;
  readonly roles: string[];
  readonly email: string;
  readonly isVerified: boolean;
}

/** @returns the active members, by name */
export function listTrainees(db: OrganizationDatabase, program: Program, filter: Filter, page: PageRequest): Promise<Page<Listed>> {
  return lists[program].page(db, filter, { by: 'member.name', id: 'member.id' }, { ...page, sortOrder: 'asc' });
}
