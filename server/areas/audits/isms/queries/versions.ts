/** Queries of published versions of documents. */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { FilterOf } from '#contract/types';
import { anyOf } from '#platform/database/filters';
import type { TenantTables } from '#generated/database';
import { approvalFields, approvalsById } from '#domain/approvals/views';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { trusted } from '#platform/trusted';
import type { Paper } from '../rules/paper.ts';

type Version = components['schemas']['IsmsDocumentVersion'];

function selectVersions(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('isms_version as v')
    .leftJoin('member as m', 'm.id', 'v.published_by_id')
    .select((eb) => [
      ...columnsOf(
        'isms_version as v',
        'id',
        'documentId',
        'version',
        'publishedAt',
        'publishedById',
        'publishedByName',
        'changelog',
        'approvalId',
      ),
      'm.name as memberName',
      eb
        .selectFrom('isms_version as n')
        .select(({ fn }) => fn.max('n.version').as('version'))
        .whereRef('n.document_id', '=', 'v.document_id')
        .as('latest'),
    ]);
}

const sortKeys = { version: 'v.version', publishedAt: 'v.published_at' } as const;

const pagedVersions = PagedList.of((db, param: Params<{ readonly documentId: string }>) =>
  selectVersions(db).where('v.document_id', '=', param('documentId')),
).filteredBy<FilterOf<'listIsmsDocumentVersions'>>({ ids: anyOf('v.id') });

/** @returns a page of the versions of a document */
export async function listVersions(
  db: OrganizationDatabase,
  documentId: string,
  filter: FilterOf<'listIsmsDocumentVersions'>,
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Version>> {
  const foundPage = await pagedVersions.page(db, { documentId, ...filter }, { by: sortKeys[page.sortBy], id: 'v.id' }, page);
  const approvals = await approvalsById(
    db,
    foundPage.rows.flatMap(({ approvalId }) => approvalId ?? []),
  );
  return mapPage(foundPage, ({ memberName, publishedByName, latest, approvalId, ...version }) => ({
    ...version,
    publishedByName: memberName === null || memberName.trim() === '' ? publishedByName : memberName,
    hasPdf: true,
    hasDocx: true,
    isCurrent: version.version === latest,
    ...approvalFields(approvals.get(approvalId ?? '')),
  }));
}

/** A stored version with the keys of its files. A key is null until its file is created. */
export interface StoredVersion {
  readonly documentId: string;
  readonly version: number;
  readonly paper: Paper;
  readonly keys: Readonly<Record<'pdf' | 'docx', string | null>>;
}

/** @returns the stored version, or undefined if it does not exist */
export async function findStoredVersion(db: OrganizationDatabase, id: string): Promise<StoredVersion | undefined> {
  const row = await db
    .selectFrom('isms_version')
    .select(['document_id', 'version', 'content', 'pdf_key', 'docx_key'])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      documentId: row.document_id,
      version: row.version,
      paper: trusted<Paper>(row.content, 'insertVersion alone stores it, and it never changes'),
      keys: { pdf: row.pdf_key, docx: row.docx_key },
    }
  );
}

/** Stores the key of a version's file, which never changes afterwards. */
export async function saveFileKey(db: OrganizationDatabase, id: string, format: 'pdf' | 'docx', key: string): Promise<void> {
  await db
    .updateTable('isms_version')
    .set(format === 'pdf' ? { pdf_key: key } : { docx_key: key })
    .where('id', '=', id)
    .execute();
}

/** @returns the start time of the transaction, as the database sees it */
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
  /** Null if unknown. */
  readonly approvalId: string | null;
  readonly paper: Paper;
}

/** Publishes a version of a document that the caller has locked. @returns the id of the version */
export async function insertVersion(
  db: OrganizationDatabase,
  { documentId, version, publishedAt, publishedBy, changelog, approvalId, paper }: NewVersion,
): Promise<string> {
  const id = newId('isms_ver');
  await db
    .insertInto('isms_version')
    .values({
      id,
      document_id: documentId,
      version,
      published_at: publishedAt,
      published_by_id: publishedBy.id,
      published_by_name: publishedBy.name,
      changelog,
      approval_id: approvalId,
      content: JSON.stringify(paper),
    })
    .execute();
  return id;
}
