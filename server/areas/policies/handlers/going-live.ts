/** A text goes live, whichever operation has it go live: signatures are cleared and the signers are told (spec/areas/policies, rule 12). */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { type Publication, putInForce } from '../queries/live.ts';
import type { ObligedMember } from '../../../domain/members/obliged.ts';
import { findFormerSigners } from '../queries/signatures.ts';
import { findVersion, insertVersion, type StoredVersion } from '../queries/versions.ts';
import { nothingToPublish } from '../refusals.ts';
import { isRefusal } from '../../../platform/refusals/refusal.ts';
import { hasChanges, type Nodes } from '../rules/texts.ts';
import { announce, type Published } from './announcing.ts';

type Policy = components['schemas']['Policy'];
type Context = Pick<OrganizationContext, 'db' | 'ports' | 'actor'>;

/** @returns the version if it has a text or a PDF, otherwise why it cannot be published */
export function publishable(version: StoredVersion | undefined) {
  return version && (version.content.length > 0 || version.pdfKey !== null) ? version : nothingToPublish();
}

/** Publishes a version and tells the signers. @param policy as it was before @returns why it cannot be published; undefined when it was */
export async function goLive(context: Context, policy: Policy, version: StoredVersion | undefined, more: Omit<Publication, 'by'> = {}) {
  const found = publishable(version);
  if (isRefusal(found)) return found;
  await goLiveTogether(context, [{ policy, version: found }], more);
  return undefined;
}

/**
 * The same of several policies, with one mail to each signer. @param items which come one by one, because each may have a megabyte of texts
 * @returns the members who were asked to sign, by name
 */
export async function goLiveTogether(
  { actor, ...context }: Context,
  items: Iterable<ToPublish> | AsyncIterable<ToPublish>,
  more: Omit<Publication, 'by'> = {},
): Promise<ObligedMember[]> {
  const published: Published[] = [];
  for await (const { policy, version } of items) {
    const former = await findFormerSigners(context.db, policy.id);
    await putInForce(context.db, policy, version, { ...more, by: actor.memberId ?? null });
    const { content: _content, draftContent: _draft, ...brief } = policy;
    published.push({ ...brief, formerSigners: former });
  }
  return announce(context, published);
}

interface ToPublish {
  readonly policy: Policy;
  readonly version: StoredVersion;
}

/** Adds a version with this text, to be published. */
export async function addVersion({ db, actor }: Context, policy: Policy, nodes: Nodes, changelog?: string) {
  const { id } = await insertVersion(db, policy.id, nodes, { createdById: actor.memberId ?? null, changelog });
  return findVersion(db, policy.id, id);
}

/** @returns what a draft is published with: its current version, or a new one with the changes of the working draft (spec/areas/policies, rule 18) */
export async function versionOfDraft(context: Context, policy: Policy) {
  if (hasChanges(policy) || policy.currentVersionId === null) return addVersion(context, policy, policy.draftContent);
  return findVersion(context.db, policy.id, policy.currentVersionId);
}
