/** What puts a text into force, and what becomes of the state of a policy (spec/areas/policies, States). */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Filling } from '../../../domain/policy-texts/filling.ts';
import { nextReview } from '../rules/reviews.ts';
import type { Nodes } from '../rules/texts.ts';
import type { StoredVersion } from './versions.ts';

type Policy = components['schemas']['Policy'];

export interface Publication {
  /** Member. */
  readonly by: string | null;
  readonly changelog?: string | undefined;
  /** The next review, where it does not follow from the frequency. */
  readonly reviewDate?: string | null | undefined;
}

/**
 * Publishes a version: it is the current one, and its text and PDF are the live ones. Whatever was pending is not any more, and former
 * signatures on the version do not count any more. The policy is held.
 */
export async function putInForce(
  db: OrganizationDatabase,
  { id, frequency }: Pick<Policy, 'id' | 'frequency'>,
  { id: versionId, content, pdfKey }: Pick<StoredVersion, 'id' | 'content' | 'pdfKey'>,
  { by, changelog, reviewDate }: Publication,
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
      ...(changelog !== undefined && { changelog: changelog.trim() || null }),
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
      approver_id: null,
      last_published_at: now.toISOString(),
      review_date: reviewDate ?? nextReview(frequency, now),
    })
    .where('id', '=', id)
    .execute();
}

/** Confirms a policy that needs review, without a new text: signatures stay. */
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

/** Has a version wait for its approver. */
export async function submitVersion(db: OrganizationDatabase, policyId: string, versionId: string, approverId: string): Promise<void> {
  await db
    .updateTable('policy')
    .set({ status: 'needs_review', pending_version_id: versionId, approver_id: approverId })
    .where('id', '=', policyId)
    .execute();
}

/** Ends an approval and leaves the live text as it is. */
export async function denyVersion(
  db: OrganizationDatabase,
  { id, lastPublishedAt }: Pick<Policy, 'id' | 'lastPublishedAt'>,
): Promise<void> {
  await db
    .updateTable('policy')
    .set({ status: lastPublishedAt === null ? 'draft' : 'published', pending_version_id: null, approver_id: null })
    .where('id', '=', id)
    .execute();
}

/** @returns the text of the template of a policy; undefined when there is none */
export async function findTemplateText(db: OrganizationDatabase, templateId: string): Promise<unknown> {
  return (await db.selectFrom('policy_template').select('content').where('id', '=', templateId).executeTakeFirst())?.content;
}

/** Replaces the text of a draft, whose current version and live text are one, and removes its PDF (spec/areas/policies, rule 17). */
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
}

/** Makes a text the working draft. */
export async function writeWorkingDraft(db: OrganizationDatabase, id: string, nodes: Nodes): Promise<void> {
  await db
    .updateTable('policy')
    .set({ draft_content: JSON.stringify(nodes) })
    .where('id', '=', id)
    .execute();
}
