/** The versions of a policy. Whoever changes one holds the policy first (spec/areas/policies, rule 9). */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { nodesIn } from '../../../domain/catalogue/manifest.ts';
import { personColumns, personIn, type WithPerson } from '../../../domain/members/person.ts';
import { columnsOf } from '../../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { mapPage, type Page, PagedList, type PageRequest } from '../../../platform/database/page.ts';
import type { Params } from '../../../platform/database/prepared.ts';
import { touched } from '../../../platform/database/touched.ts';
import type { Nodes } from '../rules/texts.ts';

type Schemas = components['schemas'];
/** A version with the key of its PDF, which is shown nowhere. */
export type StoredVersion = Schemas['PolicyVersion'] & { readonly pdfKey: string | null };

const columns = [
  ...columnsOf(
    'policy_version',
    'id',
    'policyId',
    'version',
    'publishedById',
    'createdById',
    'publishedAt',
    'changelog',
    'createdAt',
    'updatedAt',
    'pdfKey',
  ),
  'policy.current_version_id as current',
  'policy.pending_version_id as waiting',
  ...personColumns('publisher'),
] as const;

function selectVersions(db: QueryCreator<TenantTables>) {
  return db
    .selectFrom('policy_version')
    .innerJoin('policy', 'policy.id', 'policy_version.policy_id')
    .leftJoin('member as publisher', 'publisher.id', 'policy_version.published_by_id')
    .select(columns);
}
type Row = Omit<Awaited<ReturnType<ReturnType<typeof selectVersions>['executeTakeFirstOrThrow']>>, keyof WithPerson<'publisher'>> &
  WithPerson<'publisher'>;

function itemOf(row: Row): Schemas['PolicyVersionListItem'] {
  const { id, policyId, version, publishedById, createdById, publishedAt, changelog, createdAt, updatedAt, pdfKey } = row;
  return {
    id,
    policyId,
    version,
    state: stateOf(row),
    hasPdf: pdfKey !== null,
    publishedById,
    createdById,
    publishedAt,
    changelog,
    createdAt,
    updatedAt,
    publishedBy: personIn(row, 'publisher'),
  };
}

function stateOf({ id, current, waiting, publishedAt }: Pick<Row, 'id' | 'current' | 'waiting' | 'publishedAt'>) {
  if (id === waiting) return 'pending';
  if (id === current) return 'current';
  return publishedAt === null ? 'draft' : 'old';
}

const listed = PagedList.of((db, param: Params<{ policyId: string }>) =>
  selectVersions(db).where('policy_version.policy_id', '=', param('policyId')),
);

/** The newest first, without their texts. */
export async function listVersions(
  db: OrganizationDatabase,
  policyId: string,
  page: PageRequest,
): Promise<Page<Schemas['PolicyVersionListItem']>> {
  const order = { by: 'policy_version.version', id: 'policy_version.id' } as const;
  return mapPage(await listed.page(db, { policyId }, order, { ...page, sortOrder: 'desc' }), itemOf);
}

/** @returns the version of this policy; undefined when there is none */
export async function findVersion(db: OrganizationDatabase, policyId: string, id: string): Promise<StoredVersion | undefined> {
  const row = await selectVersions(db)
    .select('policy_version.content')
    .where('policy_version.id', '=', id)
    .where('policy_version.policy_id', '=', policyId)
    .executeTakeFirst();
  return row && { ...itemOf(row), content: nodesIn(row.content), pdfKey: row.pdfKey };
}

/** @returns the version as the interface shows it */
export function shown({ pdfKey: _key, ...version }: StoredVersion): Schemas['PolicyVersion'] {
  return version;
}

/** @returns the id of the version whose PDF changes when none is named; undefined when there is none (spec/areas/policies, rule 13) */
export async function findChangeableVersion(
  db: OrganizationDatabase,
  { id, status, currentVersionId, pendingVersionId }: Schemas['Policy'],
): Promise<string | undefined> {
  const newest = await db
    .selectFrom('policy_version')
    .select('id')
    .where('policy_id', '=', id)
    .where('id', 'not in', [currentVersionId ?? '', pendingVersionId ?? ''])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? (status === 'draft' && currentVersionId !== pendingVersionId ? (currentVersionId ?? undefined) : undefined);
}

interface NewVersion {
  /** Member. */
  readonly createdById: string | null;
  readonly changelog?: string | null | undefined;
  readonly pdfKey?: string | null;
}

/** Adds the next version of a policy, which is held. @returns its id and number */
export async function insertVersion(
  db: OrganizationDatabase,
  policyId: string,
  nodes: Nodes,
  { createdById, changelog, pdfKey = null }: NewVersion,
): Promise<{ readonly id: string; readonly version: number }> {
  const { latest } = await db
    .selectFrom('policy_version')
    .select(({ fn }) => fn.max('version').as('latest'))
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow();
  const [id, version] = [newId('pv'), (latest ?? 0) + 1];
  await db
    .insertInto('policy_version')
    .values({
      id,
      policy_id: policyId,
      version,
      content: JSON.stringify(nodes),
      created_by_id: createdById,
      changelog: changelog?.trim() || null,
      pdf_key: pdfKey,
    })
    .execute();
  return { id, version };
}

/**
 * Writes the text and the changelog of a version, and with its text the working draft of the policy, and the live text when the version is
 * the current one (spec/areas/policies, rule 8).
 */
export async function writeVersion(
  db: OrganizationDatabase,
  { id, policyId }: Pick<StoredVersion, 'id' | 'policyId'>,
  { nodes, changelog }: { readonly nodes?: Nodes | undefined; readonly changelog?: string | undefined },
): Promise<void> {
  const content = nodes && JSON.stringify(nodes);
  await db
    .updateTable('policy_version')
    .set({
      ...touched,
      ...(content !== undefined && { content }),
      ...(changelog !== undefined && { changelog: changelog.trim() || null }),
    })
    .where('id', '=', id)
    .execute();
  if (content === undefined) return;
  await db
    .updateTable('policy')
    .set((eb) => ({
      ...(nodes?.length && { draft_content: content }),
      content: eb
        .case()
        .when('current_version_id', '=', id)
        .then(sql<string>`${content}::jsonb`)
        .else(eb.ref('content'))
        .end(),
    }))
    .where('id', '=', policyId)
    .execute();
}

export async function deleteVersion(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('policy_version').where('id', '=', id).execute();
}

/** Sets or removes the PDF of a version; that of the current one is also that of the policy, which is displayed accordingly. */
export async function setPdf(
  db: OrganizationDatabase,
  { id, policyId }: Pick<StoredVersion, 'id' | 'policyId'>,
  pdfKey: string | null,
): Promise<void> {
  await db
    .updateTable('policy')
    .set({ pdf_key: pdfKey, display_format: pdfKey === null ? 'EDITOR' : 'PDF' })
    .where('id', '=', policyId)
    .where('current_version_id', '=', id)
    .execute();
  await db.updateTable('policy_version').set({ pdf_key: pdfKey }).where('id', '=', id).execute();
}
