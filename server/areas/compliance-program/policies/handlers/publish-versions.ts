/** Publishes versions for all operations that publish: clears signatures and notifies signers (policies, rule 12). */
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

/** @returns the version if it has a text or a PDF, and otherwise an error response */
export function requirePublishable(version: StoredVersion | undefined) {
  return version && (version.content.length > 0 || version.pdfKey !== null) ? version : nothingToPublish();
}

/**
 * Publishes a version, and notifies the signers.
 * @param policy the policy before the publication
 * @returns an error response if the version cannot be published, or undefined
 */
export async function publishVersion(
  context: Context,
  policy: Policy,
  version: StoredVersion | undefined,
  options: Omit<Publication, 'publisherId' | 'via'> = {},
) {
  const publishableVersion = requirePublishable(version);
  if (isRefusal(publishableVersion)) return publishableVersion;
  await publishVersions(context, [{ policy, version: publishableVersion }], options);
  return undefined;
}

/**
 * Publishes a version of each policy, and sends one mail to each signer.
 * @param items is read item by item, because the text of a policy may have a megabyte
 * @returns the members who have to sign, sorted by name
 */
export async function publishVersions(
  context: Context,
  items: Iterable<PolicyToPublish> | AsyncIterable<PolicyToPublish>,
  options: Omit<Publication, 'publisherId' | 'via'> = {},
): Promise<ObligedMember[]> {
  const publishedPolicies: PublishedPolicy[] = [];
  for await (const { policy, version } of items) {
    const formerSigners = await findFormerSigners(context.db, policy.id);
    await withdrawPending(context, policy);
    await storePublication(context.db, policy, version, {
      ...options,
      publisherId: context.actor.memberId ?? null,
      via: context.actor.via,
    });
    const { content: _content, draftContent: _draft, ...policyWithoutTexts } = policy;
    publishedPolicies.push({ ...policyWithoutTexts, formerSigners });
  }
  return notifySigners(context, publishedPolicies);
}

interface PolicyToPublish {
  readonly policy: Policy;
  readonly version: StoredVersion;
}

/** Adds a version with a text, so that the version can be published. */
export async function addVersion({ db, actor }: Context, policy: Policy, nodes: Nodes, changelog?: string) {
  const { id } = await insertVersion(db, policy.id, nodes, { createdBy: authorOf(actor), changelog });
  return findVersion(db, policy.id, id);
}

/** @returns the current version of a draft policy, or a new version if the working draft has changes (policies, rule 18) */
export async function findVersionToPublish(context: Context, policy: Policy) {
  if (hasChanges(policy) || policy.currentVersionId === null) return addVersion(context, policy, policy.draftContent);
  return findVersion(context.db, policy.id, policy.currentVersionId);
}
