/** Publishes texts and updates the status of policies (spec/areas/compliance-program/policies, States). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { outdateApprovals } from '#domain/approvals/stored';
import type { Filling } from '#domain/policies/texts/filling';
import { nextReview } from '../rules/reviews.ts';
import type { Nodes } from '../rules/texts.ts';
import type { StoredVersion } from './versions.ts';

type Policy = components['schemas']['Policy'];

export interface Publication {
  /** A member id. */
  readonly by: string | null;
  /** The API key, as `API key "name"`. */
  readonly via?: string | undefined;
  readonly changelog?: string | undefined;
  /** The next review, if it does not follow from the frequency. */
  readonly reviewDate?: string | null | undefined;
}

/**
 * Publishes a version: it becomes the current one, and its text and PDF become the live ones. A pending version is no longer pending, and former
 * signatures on the version no longer count. The policy keeps its approver. The caller has locked it.
 */
export async function storePublication(
  db: OrganizationDatabase,
  { id, frequency }: Pick<Policy, 'id' | 'frequency'>,
  { id: versionId, content, pdfKey }: Pick<StoredVersion, 'id' | 'content' | 'pdfKey'>,
  { by, via, changelog, reviewDate }: Publication,
): Promise<void> {
  const now = new Date();
  const text = JSON.stringify(content);
  await db.deleteFrom('policy_acknowledgement').where('policy_version_id', '=', versionId).execute();
  await db.deleteFrom('policy_reminder').where('policy_version_id', '=', versionId).execute();
  await db
    .updateTable('policy_version')
    .set({
      published_at: now.toISOString(),
      published_by_id: by,
      published_via: via ?? null,
      ...(changelog !== undefined && { changelog: changelog || null }),
    })
    .where('id', '=', versionId)
    .execute();
  await db
    .updateTable('policy')
    .set({
      status: 'published',
      content: text,
      draft_content: text,
      pdf_key: pdfKey,
      display_format: pdfKey === null ? 'EDITOR' : 'PDF',
      current_version_id: versionId,
      pending_version_id: null,
      last_published_at: now.toISOString(),
      review_date: reviewDate ?? nextReview(frequency, now),
    })
    .where('id', '=', id)
    .execute();
}

/** Confirms a policy that needs review without a new text, so signatures stay valid. */
export async function confirmPolicy(
  db: OrganizationDatabase,
  { id, frequency }: Pick<Policy, 'id' | 'frequency'>,
  reviewDate: string | null | undefined,
): Promise<void> {
  const now = new Date();
  await db
    .updateTable('policy')
    .set({ status: 'published', last_published_at: now.toISOString(), review_date: reviewDate ?? nextReview(frequency, now) })
    .where('id', '=', id)
    .execute();
}

/** Submits a version to its approver. */
export async function submitVersion(db: OrganizationDatabase, policyId: string, versionId: string, approverId: string): Promise<void> {
  await db
    .updateTable('policy')
    .set({ status: 'needs_review', pending_version_id: versionId, approver_id: approverId })
    .where('id', '=', policyId)
    .execute();
}

/** Ends an approval without changing the live text or the approver of the policy. */
export async function denyVersion(
  db: OrganizationDatabase,
  { id, lastPublishedAt }: Pick<Policy, 'id' | 'lastPublishedAt'>,
): Promise<void> {
  await db
    .updateTable('policy')
    .set({ status: lastPublishedAt === null ? 'draft' : 'published', pending_version_id: null })
    .where('id', '=', id)
    .execute();
}

/** @returns the text of the template of a policy; undefined if there is none */
export async function findTemplateText(db: OrganizationDatabase, templateId: string): Promise<unknown> {
  return (await db.selectFrom('policy_template').select('content').where('id', '=', templateId).executeTakeFirst())?.content;
}

/** Replaces the text of a draft, whose current version and live text are the same, and removes its PDF (policies, rule 17). */
export async function overwriteDraft(
  db: OrganizationDatabase,
  { id, currentVersionId }: Pick<Policy, 'id' | 'currentVersionId'>,
  nodes: Nodes,
  filling: Filling,
): Promise<void> {
  const content = JSON.stringify(nodes);
  await db
    .updateTable('policy')
    .set({ content, draft_content: content, filling: JSON.stringify(filling), pdf_key: null, display_format: 'EDITOR' })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('policy_version')
    .set({ content, pdf_key: null })
    .where('id', '=', currentVersionId ?? '')
    .execute();
  if (currentVersionId !== null) await outdateApprovals(db, { kind: 'policyVersion', id: currentVersionId });
}

/** Stores a text as the working draft. */
export async function saveWorkingDraft(db: OrganizationDatabase, id: string, nodes: Nodes): Promise<void> {
  await db
    .updateTable('policy')
    .set({ draft_content: JSON.stringify(nodes) })
    .where('id', '=', id)
    .execute();
}
