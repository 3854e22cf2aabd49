/** Loads policies for documents (policies, rule 15). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { approvalFields, latestApprovals } from '#domain/approvals/views';
import { nodesIn } from '#domain/catalogue/manifest';
import type { PolicyDocument } from './document.ts';
import type { Files } from '#platform/ports/files';
import type { Audience } from '#domain/access/audience/reader';
import { isVisibleTo } from '../visible.ts';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

type Schemas = components['schemas'];
/** A policy with the storage key of its PDF instead of the bytes. */
export type DocumentSource = Omit<PolicyDocument, 'pdf'> & { readonly id: string; readonly pdfKey: string | null };

const statusOrder = ['published', 'needs_review', 'draft'];
/** Maximum size of the texts in a document as JSON, in bytes. */
const maxBytes = 10 * 1024 * 1024;
/** Maximum bytes that one query reads, because parsing the JSON blocks the event loop. */
const batchBytes = 512 * 1024;

/** Selects the policies of a document. */
export interface DocumentSelection {
  /** Defaults to all policies. */
  readonly ids?: readonly string[] | undefined;
  /** The id of the member who must be allowed to read the policies. */
  readonly reader?: string | undefined;
  /** Selects policies with one of these audiences; defaults to all audiences. */
  readonly audiences?: readonly Audience[];
  /** Whether to include published policies only. */
  readonly published?: boolean;
}

/**
 * @param maxPolicies the maximum number of policies
 * @returns the unarchived policies with their current version: first published policies, then policies that need review, then drafts. If
 * the texts together exceed the size limit, the texts of the last policies are left out.
 */
export async function findDocuments(
  db: OrganizationDatabase,
  { ids, reader, audiences, published = false }: DocumentSelection,
  maxPolicies: number,
): Promise<DocumentSource[]> {
  const rows = await db
    .selectFrom('policy')
    .leftJoin('policy_version as current', 'current.id', 'policy.current_version_id')
    .leftJoin('member as decider', 'decider.id', 'policy.approver_id')
    .select(columnsOf('policy', 'id', 'name', 'status', 'department', 'reviewDate', 'pdfKey'))
    .select(sql<number>`octet_length(policy.content::text)`.as('bytes'))
    .select(['current.version', 'current.published_at as publishedAt', 'decider.name as approver'])
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false)
    .$if(ids !== undefined, (query) => query.where('policy.id', 'in', ids ?? []))
    .$if(audiences !== undefined, (query) => query.where('policy.audience', 'in', audiences ?? []))
    .$if(published, (query) => query.where('policy.status', '=', 'published'))
    .$if(reader !== undefined, (query) => query.where((eb) => isVisibleTo(eb, reader ?? '')))
    .orderBy(sql`array_position(${sql.val(statusOrder)}::text[], policy.status)`)
    .orderBy('policy.name')
    .orderBy('policy.id')
    .limit(maxPolicies)
    .execute();
  const histories = await findHistories(
    db,
    rows.map(({ id }) => id),
  );
  const texts = await findTexts(db, rows);
  return rows.map(({ bytes: _bytes, ...row }) => {
    const content = texts.get(row.id);
    return { ...row, content: content ?? [], isTextLeftOut: content === undefined, history: histories.get(row.id) ?? [] };
  });
}

/** @param sources the policies in the order of the document @returns the texts of the first policies that fit into the size limit */
async function findTexts(db: OrganizationDatabase, sources: readonly { readonly id: string; readonly bytes: number }[]) {
  const batches: string[][] = [[]];
  let [totalBytes, bytesInBatch] = [0, 0];
  for (const { id, bytes } of sources) {
    totalBytes += bytes;
    if (totalBytes > maxBytes) break;
    if (bytesInBatch > 0 && bytesInBatch + bytes > batchBytes) {
      batches.push([]);
      bytesInBatch = 0;
    }
    bytesInBatch += bytes;
    batches.at(-1)?.push(id);
  }
  const texts = new Map<string, Schemas['Policy']['content']>();
  for (const ids of batches.filter(({ length }) => length > 0))
    for (const { id, content } of await db.selectFrom('policy').select(['id', 'content']).where('id', 'in', ids).execute())
      texts.set(id, nodesIn(content));
  return texts;
}

/** @returns the data of one version of a policy that a document shows */
export async function documentOf(
  db: OrganizationDatabase,
  policy: Schemas['Policy'],
  version: (Schemas['PolicyVersion'] & { readonly pdfKey: string | null }) | undefined,
): Promise<DocumentSource> {
  const { id, name, status, department, approver, reviewDate } = policy;
  return {
    id,
    name,
    status,
    version: version?.version ?? null,
    department,
    approver: approver?.user.name ?? null,
    publishedAt: version?.publishedAt ?? null,
    reviewDate,
    history: (await findHistories(db, [id])).get(id) ?? [],
    content: version?.content ?? policy.content,
    pdfKey: version?.pdfKey ?? null,
  };
}

/** Maximum number of published versions in the history of a policy; the newest versions are listed. */
const maxVersions = 50;

/** @returns the published versions of each policy, newest first */
async function findHistories(db: OrganizationDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, PolicyDocument['history']>> {
  if (!ids.length) return new Map();
  const rows = await db
    .selectFrom('policy_version as version')
    .leftJoin('member as publisher', 'publisher.id', 'version.published_by_id')
    .select([
      'version.id',
      'version.policy_id as policyId',
      'version.version',
      'version.published_via as publishedVia',
      'version.published_at as publishedAt',
      'version.changelog',
    ])
    .select('publisher.name as publishedBy')
    .where('version.policy_id', 'in', ids)
    .where('version.published_at', 'is not', null)
    .orderBy('version.version', 'desc')
    .execute();
  const listedVersions = [...Map.groupBy(rows, ({ policyId }) => policyId).values()].flatMap((versions) => versions.slice(0, maxVersions));
  const approvals = await latestApprovals(
    db,
    'policyVersion',
    listedVersions.map(({ id }) => id),
  );
  const histories = listedVersions.map(({ id, policyId, publishedVia, ...version }) => {
    const { submittedBy, approvedBy, selfApproved, via } = approvalFields(approvals.get(id));
    const names = { submittedBy: submittedBy?.user.name ?? null, approvedBy: approvedBy?.user.name ?? null };
    return { policyId, history: { ...version, ...names, selfApproved, via: publishedVia ?? via } };
  });
  return new Map(
    [...Map.groupBy(histories, ({ policyId }) => policyId)].map(([id, versions]) => [id, versions.map(({ history }) => history)]),
  );
}

/** @returns the organization's name and color, for documents */
export async function findBrand(db: OrganizationDatabase): Promise<{ readonly name: string; readonly color: string | null }> {
  return db.selectFrom('organization').select(['name', 'primary_color as color']).executeTakeFirstOrThrow();
}

/** Maximum total size of the PDFs in a document, in bytes. A policy whose PDF would exceed it is rendered from its text. */
const maxPdfBytes = 100 * 1024 * 1024;

/** @returns the policies, with each PDF that fits into the limit for the total size */
export async function loadPdfs(files: Files, sources: readonly DocumentSource[]): Promise<PolicyDocument[]> {
  let remainingBytes = maxPdfBytes;
  const documents: PolicyDocument[] = [];
  for (const { id: _id, pdfKey, ...document } of sources) {
    const size = pdfKey === null ? undefined : await files.size(pdfKey);
    const pdf = pdfKey !== null && size !== undefined && size <= remainingBytes ? await files.read(pdfKey) : undefined;
    remainingBytes -= pdf?.length ?? 0;
    documents.push({ ...document, pdf: pdf ?? null });
  }
  return documents;
}
