/** What documents show of policies (spec/areas/policies, rule 15). */
import { sql } from 'kysely';
import type { components } from '../../../generated/api.d.ts';
import { nodesIn } from '../catalogue/manifest.ts';
import type { PolicyDocument } from './document.ts';
import type { Files } from '../../platform/ports/files.ts';
import { isVisibleTo } from '../policies/visible.ts';
import { columnsOf } from '../../platform/database/columns.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';

type Schemas = components['schemas'];
/** A policy without the bytes of its PDF, which are in a file. */
export type DocumentSource = Omit<PolicyDocument, 'pdf'> & { readonly id: string; readonly pdfKey: string | null };

const order = ['published', 'needs_review', 'draft'];
/** Bytes of texts that one document takes in, as JSON. */
const mostBytes = 10 * 1024 * 1024;
/** Bytes that are read at a time: as JSON they hold the event loop for as long as it takes to parse them. */
const batchBytes = 512 * 1024;

/** Which policies a document has. */
export interface Selected {
  /** By default all. */
  readonly ids?: readonly string[] | undefined;
  /** The member who has to be allowed to read them. */
  readonly reader?: string | undefined;
  /** Whether it has those in force only. */
  readonly published?: boolean;
}

/**
 * @param most how many
 * @returns those that are not archived, each with its current version: published ones first, then those that need review, then drafts. Texts
 * that are too long together are left out, the last ones first.
 */
export async function findDocuments(
  db: OrganizationDatabase,
  { ids, reader, published = false }: Selected,
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

/** @param sources in the order of the document @returns the texts of the first ones, as far as they fit */
async function findTexts(db: OrganizationDatabase, sources: readonly { readonly id: string; readonly bytes: number }[]) {
  const batches: string[][] = [[]];
  let [all, inBatch] = [0, 0];
  for (const { id, bytes } of sources) {
    all += bytes;
    if (all > mostBytes) break;
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

/** @returns what a document shows of one version of a policy */
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

/** Published versions of a policy that a document lists, the newest ones. */
const mostVersions = 50;

/** @returns the published versions of each policy, the newest first */
async function findHistories(db: OrganizationDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, PolicyDocument['history']>> {
  if (!ids.length) return new Map();
  const rows = await db
    .selectFrom('policy_version as version')
    .leftJoin('member as publisher', 'publisher.id', 'version.published_by_id')
    .select(['version.policy_id as policyId', 'version.version', 'version.published_at as publishedAt', 'version.changelog'])
    .select('publisher.name as publishedBy')
    .where('version.policy_id', 'in', ids)
    .where('version.published_at', 'is not', null)
    .orderBy('version.version', 'desc')
    .execute();
  const byPolicy = Map.groupBy(rows, ({ policyId }) => policyId);
  return new Map(
    [...byPolicy].map(([id, versions]) => [id, versions.slice(0, mostVersions).map(({ policyId: _id, ...version }) => version)]),
  );
}

/** @returns the name and the color of the organization, for documents */
export async function findBrand(db: OrganizationDatabase): Promise<{ readonly name: string; readonly color: string | null }> {
  return db.selectFrom('organization').select(['name', 'primary_color as color']).executeTakeFirstOrThrow();
}

/** Bytes of PDFs that one document takes in. What is more is typeset from its text. */
const mostPdfBytes = 100 * 1024 * 1024;

/** @returns each with its own PDF, as long as they are not too large together */
export async function withPdfs(files: Files, sources: readonly DocumentSource[]): Promise<PolicyDocument[]> {
  let left = mostPdfBytes;
  const documents: PolicyDocument[] = [];
  for (const { id: _id, pdfKey, ...document } of sources) {
    const size = pdfKey === null ? undefined : await files.size(pdfKey);
    const pdf = pdfKey !== null && size !== undefined && size <= left ? await files.read(pdfKey) : undefined;
    left -= pdf?.length ?? 0;
    documents.push({ ...document, pdf: pdf ?? null });
  }
  return documents;
}
