/** Publishes texts, for all operations that do so: clears signatures and notifies the signers (policies, rule 12). */
import type { components } from '#generated/api';
import type { OrganizationContext } from '#platform/context';
import { type Publication, storePublication } from '../queries/publish.ts';
import type { ObligedMember } from '#domain/people/members/obliged';
import { findFormerSigners } from '../queries/signatures.ts';
import { findVersion, insertVersion, type StoredVersion } from '../queries/versions.ts';
import { nothingToPublish } from '../refusals.ts';
import { withdrawPending } from './withdraw-pending.ts';
import { isRefusal } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { hasChanges, type Nodes } from '../rules/texts.ts';
import { notifySigners, type PublishedPolicy } from './notify-signers.ts';

type Policy = components['schemas']['Policy'];
type Context = Pick<OrganizationContext, 'db' | 'ports' | 'actor'>;

/** @returns the version if it has a text or a PDF, otherwise why it cannot be published */
export function requirePublishable(version: StoredVersion | undefined) {
  return version && (version.content.length > 0 || version.pdfKey !== null) ? version : nothingToPublish();
}

/**
 * Publishes a version and notifies the signers.
 * @param policy before the publication
 * @returns why it cannot be published; undefined on success
 */
export async function publishVersion(
  context: Context,
  policy: Policy,
  version: StoredVersion | undefined,
  more: Omit<Publication, 'by' | 'via'> = {},
) {
  const found = requirePublishable(version);
  if (isRefusal(found)) return found;
  await publishVersions(context, [{ policy, version: found }], more);
  return undefined;
}

/**
 * The same for several policies, with one mail to each signer.
 * @param items one at a time, because each may have a megabyte of text
 * @returns the members who were asked to sign, by name
 */
export async function publishVersions(
  context: Context,
  items: Iterable<ToPublish> | AsyncIterable<ToPublish>,
  more: Omit<Publication, 'by' | 'via'> = {},
): Promise<ObligedMember[]> {
  const published: PublishedPolicy[] = [];
  for await (const { policy, version } of items) {
    const formerSigners = await findFormerSigners(context.db, policy.id);
    await withdrawPending(context, policy);
    await storePublication(context.db, policy, version, { ...more, by: context.actor.memberId ?? null, via: context.actor.via });
    const { content: _content, draftContent: _draft, ...brief } = policy;
    published.push({ ...brief, formerSigners });
  }
  return notifySigners(context, published);
}

interface ToPublish {
  readonly policy: Policy;
  readonly version: StoredVersion;
}

/** Adds a version with this text, to be published. */
export async function addVersion({ db, actor }: Context, policy: Policy, nodes: Nodes, changelog?: string) {
  const { id } = await insertVersion(db, policy.id, nodes, { createdBy: authorOf(actor), changelog });
  return findVersion(db, policy.id, id);
}

/** @returns the version of a draft to publish: its current one, or a new one with the changes of the working draft (policies, rule 18) */
export async function findVersionToPublish(context: Context, policy: Policy) {
  if (hasChanges(policy) || policy.currentVersionId === null) return addVersion(context, policy, policy.draftContent);
  return findVersion(context.db, policy.id, policy.currentVersionId);
}
