/** Queries about published versions. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { trusted } from '../../../platform/trusted.ts';
import type { Paper } from '../rules/paper.ts';

type Version = components['schemas']['IsmsDocumentVersion'];

function versions(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('isms_version as v')
    .leftJoin('member as m', 'm.id', 'v.published_by_id')
    .select((eb) => [
      ...columnsOf('isms_version as v', 'id', 'documentId', 'version', 'publishedAt', 'publishedById', 'publishedByName', 'changelog'),
      'm.name as memberName',
      eb
        .selectFrom('isms_version as n')
        .select(({ fn }) => fn.max('n.version').as('version'))
        .whereRef('n.document_id', '=', 'v.document_id')
        .as('latest'),
    ]);
}

const listed = PagedList.of((db, param: Params<{ readonly documentId: string }>) =>
  versions(db).where('v.document_id', '=', param('documentId')),
);

/** @returns a page of the versions of a document, the newest first */
export async function listVersions(db: OrganizationDatabase, documentId: string, page: PageRequest): Promise<Page<Version>> {
  const found = await listed.page(db, { documentId }, { by: 'v.version', id: 'v.id' }, { ...page, sortOrder: 'desc' });
  return mapPage(found, ({ memberName, publishedByName, latest, ...version }) => ({
    ...version,
    publishedByName: memberName === null || memberName.trim() === '' ? publishedByName : memberName,
    hasPdf: true,
    hasDocx: true,
    isCurrent: version.version === latest,
  }));
}

/** @returns what a version of a document shows, and its number */
export async function findVersion(
  db: OrganizationDatabase,
  documentId: string,
  id: string,
): Promise<{ readonly version: number; readonly paper: Paper } | undefined> {
  const row = await db
    .selectFrom('isms_version')
    .select(['version', 'content'])
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { version: row.version, paper: trusted<Paper>(row.content, 'insertVersion alone stores it, and it never changes') };
}

/** @returns the time of the transaction, as the database has it */
export async function findNow(db: OrganizationDatabase): Promise<string> {
  const { now } = await db.selectNoFrom(sql<string>`now()`.as('now')).executeTakeFirstOrThrow();
  return now;
}

export interface NewVersion {
  readonly documentId: string;
  readonly version: number;
  readonly publishedAt: string;
  readonly publishedBy: { readonly id: string; readonly name: string };
  readonly changelog: string | null;
  readonly paper: Paper;
}

/** Publishes a version, whose document the caller holds. */
export async function insertVersion(
  db: OrganizationDatabase,
  { documentId, version, publishedAt, publishedBy, changelog, paper }: NewVersion,
) {
  await db
    .insertInto('isms_version')
    .values({
      id: newId('isms_ver'),
      document_id: documentId,
      version,
      published_at: publishedAt,
      published_by_id: publishedBy.id,
      published_by_name: publishedBy.name,
      changelog,
      content: JSON.stringify(paper),
    })
    .execute();
}
