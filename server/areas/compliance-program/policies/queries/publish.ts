/** Publishes versions, and updates the status of policies (spec/areas/compliance-program/policies, States). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { outdateApprovals } from '#domain/approvals/stored';
import type { Filling } from '#domain/policies/texts/filling';
import { nextReview } from '../rules/reviews.ts';
import type { Nodes } from '../rules/texts.ts';
import type { StoredVersion } from './versions.ts';

type Policy = components['schemas']['Policy'];

export interface Publication {
  /** The member id of the publisher. */
  readonly publisherId: string | null;
  /** The API key of the request, as `API key "name"`. */
  readonly via?: string | undefined;
  readonly changelog?: string | undefined;
  /** The date of the next review. By default, the date follows from the frequency. */
  readonly reviewDate?: string | null | undefined;
}

/**
 * Publishes a version: it becomes the current version, and its text and PDF become the text and PDF of the policy. Clears the
 * pending version, and deletes former signatures on the version. The policy keeps its approver. The caller must lock the policy.
 */
export async function storePublication(
  db: OrganizationDatabase,
  { id, frequency }: Pick<Policy, 'id' | 'frequency'>,
  { id: versionId, content, pdfKey }: Pick<StoredVersion, 'id' | 'content' | 'pdfKey'>,
  { publisherId, via, changelog, reviewDate }: Publication,
): Promise<void> {
  const now = new Date();
  const text = JSON.stringify(content);
  await db.deleteFrom('policy_acknowledgement').where('policy_version_id', '=', versionId).execute();
  await db.deleteFrom('policy_reminder').where('policy_version_id', '=', versionId).execute();
  await db
    .updateTable('policy_version')
    .set({
      published_at: now.toISOString(),
      published_by_id: publisherId,
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

/** Confirms a policy that needs review. Its text does not change, so signatures stay valid. */
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

/** Submits a version to an approver. */
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

/** @returns the text of a policy template, or undefined if no template has this id */
export async function findTemplateText(db: OrganizationDatabase, templateId: string): Promise<unknown> {
  return (await db.selectFrom('policy_template').select('content').where('id', '=', templateId).executeTakeFirst())?.content;
}

/** Replaces the text of a draft policy and of its current version, and removes the PDF (policies, rule 17). */
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

/** Stores a text as the working draft of a policy. */
export async function saveWorkingDraft(db: OrganizationDatabase, id: string, nodes: Nodes): Promise<void> {
  await db
    .updateTable('policy')
    .set({ draft_content: JSON.stringify(nodes) })
    .where('id', '=', id)
    .execute();
}
