/** Queries of the versions of a policy. Callers must lock the policy before they change a version (policies, rule 9). */
import { type QueryCreator, sql } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { approvalFields, latestApproval, latestApprovals, type ApprovalView } from '#domain/approvals/views';
import { outdateApprovals } from '#domain/approvals/stored';
import { nodesIn } from '#domain/catalogue/manifest';
import { personColumns, personFromRow, type WithPerson } from '#domain/people/members/person';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { anyOf, unlessTrue } from '#platform/database/filters';
import { newId } from '#platform/database/ids';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { missingLast } from '#platform/database/sort-keys';
import { touchUpdatedAt } from '#platform/database/touched';
import type { Author } from '#platform/identity/author';
import type { Nodes } from '../rules/texts.ts';

type Schemas = components['schemas'];
/** A version with the key of its PDF, which is never returned to clients. */
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
    'recordVersion',
    'pdfKey',
    'publishedVia',
    'createdVia',
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

function toListItem(row: Row, approval: ApprovalView | undefined): Schemas['PolicyVersionListItem'] {
  const {
    id,
    policyId,
    version,
    publishedById,
    createdById,
    publishedAt,
    changelog,
    createdAt,
    updatedAt,
    recordVersion,
    pdfKey,
    publishedVia,
    createdVia,
  } = row;
  const { via, ...approvedAs } = approvalFields(approval);
  return {
    id,
    policyId,
    version,
    state: stateOf(row),
    hasPdf: pdfKey !== null,
    publishedById,
    createdById,
    createdVia,
    publishedAt,
    changelog,
    createdAt,
    updatedAt,
    recordVersion,
    publishedBy: personFromRow(row, 'publisher'),
    ...approvedAs,
    via: publishedVia ?? via,
  };
}

function stateOf({ id, current, waiting, publishedAt }: Pick<Row, 'id' | 'current' | 'waiting' | 'publishedAt'>) {
  if (id === waiting) return 'pending';
  if (id === current) return 'current';
  return publishedAt === null ? 'draft' : 'old';
}

const sortKeys = {
  version: 'policy_version.version',
  createdAt: 'policy_version.created_at',
  updatedAt: 'policy_version.updated_at',
  publishedAt: missingLast('policy_version.published_at'),
} as const;

const versionList = PagedList.of((db, param: Params<{ policyId: string }>) =>
  selectVersions(db).where('policy_version.policy_id', '=', param('policyId')),
).filteredBy<FilterOf<'listPolicyVersions'> & { readonly includeDrafts: boolean }>({
  ids: anyOf('policy_version.id'),
  includeDrafts: unlessTrue((eb) =>
    eb.or([eb('policy_version.published_at', 'is not', null), eb('policy_version.id', '=', eb.ref('policy.current_version_id'))]),
  ),
});

/** Returns whether the version was published or is current. Everyone who may read the policy may read such versions. */
export function wasPublished({ state }: Pick<StoredVersion, 'state'>): boolean {
  return state === 'current' || state === 'old';
}

/** Lists versions without their texts. */
export async function listVersions(
  db: OrganizationDatabase,
  policyId: string,
  filter: FilterOf<'listPolicyVersions'> & { readonly includeDrafts: boolean },
  page: PageRequest<keyof typeof sortKeys>,
): Promise<Page<Schemas['PolicyVersionListItem']>> {
  const order = { by: sortKeys[page.sortBy], id: 'policy_version.id' } as const;
  const versions = await versionList.page(db, { policyId, ...filter }, order, page);
  const approvals = await latestApprovals(
    db,
    'policyVersion',
    versions.rows.map(({ id: version }) => version),
  );
  return mapPage(versions, (row) => toListItem(row, approvals.get(row.id)));
}

/** @returns undefined if the policy has no version with this id */
export async function findVersion(db: OrganizationDatabase, policyId: string, id: string): Promise<StoredVersion | undefined> {
  const row = await selectVersions(db)
    .select('policy_version.content')
    .where('policy_version.id', '=', id)
    .where('policy_version.policy_id', '=', policyId)
    .executeTakeFirst();
  return row && { ...toListItem(row, await latestApproval(db, 'policyVersion', id)), content: nodesIn(row.content), pdfKey: row.pdfKey };
}

/** @returns the version without its PDF key, for a response */
export function toContractVersion({ pdfKey: _key, ...version }: StoredVersion): Schemas['PolicyVersion'] {
  return version;
}

/** @returns the id of the version whose PDF a request without a version id changes, or undefined (policies, rule 13) */
export async function findChangeableVersion(
  db: OrganizationDatabase,
  { id, status, currentVersionId, pendingVersionId }: Schemas['Policy'],
): Promise<string | undefined> {
  const newestDraft = await db
    .selectFrom('policy_version')
    .select('id')
    .where('policy_id', '=', id)
    .where('published_at', 'is', null)
    .where('id', 'not in', [currentVersionId ?? '', pendingVersionId ?? ''])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newestDraft?.id ?? (status === 'draft' && currentVersionId !== pendingVersionId ? (currentVersionId ?? undefined) : undefined);
}

interface NewVersion {
  readonly createdBy: Author;
  readonly changelog?: string | null | undefined;
  readonly pdfKey?: string | null;
}

/** Adds a version. The caller must lock the policy. @returns the id and the number of the version */
export async function insertVersion(
  db: OrganizationDatabase,
  policyId: string,
  nodes: Nodes,
  { createdBy, changelog, pdfKey = null }: NewVersion,
): Promise<{ readonly id: string; readonly version: number }> {
  const { latest: latestNumber } = await db
    .selectFrom('policy_version')
    .select(({ fn }) => fn.max('version').as('latest'))
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow();
  const [id, version] = [newId('pv'), (latestNumber ?? 0) + 1];
  await db
    .insertInto('policy_version')
    .values({
      id,
      policy_id: policyId,
      version,
      content: JSON.stringify(nodes),
      created_by_id: createdBy.memberId,
      created_via: createdBy.via,
      changelog: changelog || null,
      pdf_key: pdfKey,
    })
    .execute();
  return { id, version };
}

/**
 * Stores the text and the changelog of a version. The text also becomes the working draft of the policy, and the text of the policy
 * itself if the version is the current version (policies, rule 8).
 */
export async function saveVersion(
  db: OrganizationDatabase,
  { id, policyId }: Pick<StoredVersion, 'id' | 'policyId'>,
  { nodes, changelog }: { readonly nodes?: Nodes | undefined; readonly changelog?: string | undefined },
): Promise<void> {
  const content = nodes && JSON.stringify(nodes);
  await db
    .updateTable('policy_version')
    .set({
      ...touchUpdatedAt,
      ...(content !== undefined && { content }),
      ...(changelog !== undefined && { changelog: changelog || null }),
    })
    .where('id', '=', id)
    .execute();
  if (content === undefined) return;
  await outdateApprovals(db, { kind: 'policyVersion', id });
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

/** Sets or removes the PDF of a version. For the current version, also changes the PDF and the display format of the policy. */
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
  await outdateApprovals(db, { kind: 'policyVersion', id });
}
