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

const order = ['published', 'needs_review', 'draft'];
/** Maximum size of the texts in a document as JSON, in bytes. */
const maxBytes = 10 * 1024 * 1024;
/** Maximum bytes per query, because parsing the JSON blocks the event loop. */
const batchBytes = 512 * 1024;

/** The policies of a document. */
export interface DocumentSelection {
  /** Defaults to all policies. */
  readonly ids?: readonly string[] | undefined;
  /** The member who must be allowed to read the policies. */
  readonly reader?: string | undefined;
  /** The audiences of the reader; defaults to all. */
  readonly audiences?: readonly Audience[];
  /** Whether to include published policies only. */
  readonly published?: boolean;
}

/**
 * @param most maximum number of policies
 * @returns the policies that are not archived, with their current version: published ones first, then those that need review, then drafts. Texts that
 * exceed the size limit are left out, starting from the end.
 */
export async function findDocuments(
  db: OrganizationDatabase,
  { ids, reader, audiences, published = false }: DocumentSelection,
  most: number,
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
    .orderBy(sql`array_position(${sql.val(order)}::text[], policy.status)`)
    .orderBy('policy.name')
    .orderBy('policy.id')
    .limit(most)
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

/** @param sources in the order of the document @returns the texts of the first ones that fit into the limit */
async function findTexts(db: OrganizationDatabase, sources: readonly { readonly id: string; readonly bytes: number }[]) {
  const batches: string[][] = [[]];
  let [all, inBatch] = [0, 0];
  for (const { id, bytes } of sources) {
    all += bytes;
    if (all > maxBytes) break;
    if (inBatch > 0 && inBatch + bytes > batchBytes) {
      batches.push([]);
      inBatch = 0;
    }
    inBatch += bytes;
    batches.at(-1)?.push(id);
  }
  const texts = new Map<string, Schemas['Policy']['content']>();
  for (const ids of batches.filter(({ length }) => length > 0))
    for (const { id, content } of await db.selectFrom('policy').select(['id', 'content']).where('id', 'in', ids).execute())
      texts.set(id, nodesIn(content));
  return texts;
}

/** @returns the document data of one version of a policy */
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

/** Maximum number of published versions in the history of a document; the newest are listed. */
const maxVersions = 50;

/** @returns the published versions of each policy, the newest first */
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
  const listed = [...Map.groupBy(rows, ({ policyId }) => policyId).values()].flatMap((versions) => versions.slice(0, maxVersions));
  const approvals = await latestApprovals(
    db,
    'policyVersion',
    listed.map(({ id }) => id),
  );
  const histories = listed.map(({ id, policyId, publishedVia, ...version }) => {
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

/** Maximum total size of the PDFs in a document, in bytes. Policies beyond it are rendered from their text. */
const maxPdfBytes = 100 * 1024 * 1024;

/** @returns the policies with their PDFs, as long as the total size is within the limit */
export async function loadPdfs(files: Files, sources: readonly DocumentSource[]): Promise<PolicyDocument[]> {
  let left = maxPdfBytes;
  const documents: PolicyDocument[] = [];
  for (const { id: _id, pdfKey, ...document } of sources) {
    const size = pdfKey === null ? undefined : await files.size(pdfKey);
    const pdf = pdfKey !== null && size !== undefined && size <= left ? await files.read(pdfKey) : undefined;
    left -= pdf?.length ?? 0;
    documents.push({ ...document, pdf: pdf ?? null });
  }
  return documents;
}
