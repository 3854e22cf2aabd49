/** Queries for comments. */
import type { ExpressionBuilder, QueryCreator } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { missingLast } from '#platform/database/sort-keys';
import { authorOf } from './rules.ts';
import { personColumns, personFromRow } from '#domain/people/members/person';

type Schemas = components['schemas'];
type Filter = FilterOf<'listComments'>;
type CommentTarget = Pick<Schemas['Comment'], 'entityType' | 'entityId'>;

const columns = [
  ...columnsOf('comment', 'id', 'content', 'via', 'createdAt', 'updatedAt', 'version', 'entityType', 'entityId'),
  'comment.author_snapshot as snapshot',
  ...personColumns('member'),
  ...columnsOf('member', 'isActive'),
] as const;
const selectFiles = (eb: ExpressionBuilder<TenantTables, 'comment'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('attachment')
      .select([...columnsOf('attachment', 'id', 'name', 'createdAt'), 'mime_type as type'])
      .where('entity_type', '=', 'comment')
      .whereRef('entity_id', '=', 'comment.id')
      .orderBy('created_at')
      .orderBy('id'),
  ).as('attachments');

function selectComments(db: QueryCreator<TenantTables>) {
  return db.selectFrom('comment').leftJoin('member', 'member.id', 'comment.author_id').select(columns).select(selectFiles);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>>;

const commentList = PagedList.of((db, param: Params<CommentTarget>) =>
  selectComments(db).where('comment.entity_type', '=', param('entityType')).where('comment.entity_id', '=', param('entityId')),
).filteredBy<Omit<Filter, keyof CommentTarget>>({ ids: anyOf('comment.id') });
const orders = { createdAt: 'comment.created_at', updatedAt: missingLast('comment.updated_at') } as const;

/** Lists the comments on a record. */
export async function listComments(
  db: OrganizationDatabase,
  filter: Filter,
  page: PageRequest<keyof typeof orders>,
): Promise<Page<Schemas['Comment']>> {
  return mapPage(await commentList.page(db, filter, { by: orders[page.sortBy], id: 'comment.id' }, page), toComment);
}

export async function findComment(db: OrganizationDatabase, id: string): Promise<Schemas['Comment'] | undefined> {
  const row = await selectComments(db).where('comment.id', '=', id).executeTakeFirst();
  return row && toComment(row);
}

/** Finds a comment and locks it until the transaction ends. */
export async function lockComment(db: OrganizationDatabase, id: string): Promise<Schemas['Comment'] | undefined> {
  await db.selectFrom('comment').select('id').where('id', '=', id).forUpdate().execute();
  return findComment(db, id);
}

export async function updateComment(db: OrganizationDatabase, id: string, content: string, via: string | null): Promise<void> {
  await db.updateTable('comment').set({ content, via }).where('id', '=', id).execute();
}

export async function deleteComment(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('comment').where('id', '=', id).execute();
}

function toComment(comment: Omit<Row, 'pageAt' | 'pageId'>): Schemas['Comment'] {
  const { snapshot, memberId, memberUserId, memberName, memberEmail, memberImage, isActive, attachments, ...row } = comment;
  const member = personFromRow(comment, 'member');
  // Times within JSON have the database's format and are converted to the API's format.
  return {
    ...row,
    author: member ? { ...member.user, deactivated: isActive !== true } : authorOf(snapshot),
    attachments: attachments.map((file) => ({ ...file, createdAt: new Date(file.createdAt).toISOString() })),
  };
}
