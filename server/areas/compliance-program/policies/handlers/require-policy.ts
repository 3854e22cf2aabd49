/** Finds the policy of a request, or why the caller cannot use it (policies, rule 2). */
import type { components } from '#generated/api';
import { withoutSubmission } from '#domain/policies/published';
import { isForMember, isPolicyVisibleTo, findIdsWithReadableDrafts } from '#domain/policies/visible';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { findPolicy, lockPolicy } from '../queries/rows.ts';
import { findVersion, wasPublished } from '../queries/versions.ts';
import { policyNotFound, versionNotFound } from '../refusals.ts';

type Policy = components['schemas']['Policy'];

export async function requirePolicy(db: OrganizationDatabase, actor: Actor, id: string) {
  return whenVisible(db, actor, await findPolicy(db, id));
}

/** @returns the same, locked together with its versions until the transaction ends */
export async function lockRequiredPolicy(db: OrganizationDatabase, actor: Actor, id: string) {
  return whenVisible(db, actor, await lockPolicy(db, id));
}

/** @returns the policy and one of its versions, both locked, or why the caller cannot use them */
export async function lockRequiredVersion(db: OrganizationDatabase, actor: Actor, id: string, versionId: string) {
  const policy = await lockRequiredPolicy(db, actor, id);
  if (isRefusal(policy)) return policy;
  const version = await findVersion(db, policy.id, versionId);
  return version ? { policy, version } : versionNotFound();
}

/** @returns the policy and the given version, or its current one; `version` is undefined if there is none */
export async function requireVersion(db: OrganizationDatabase, actor: Actor, id: string, versionId: string | undefined) {
  const policy = await requirePolicy(db, actor, id);
  if (isRefusal(policy)) return policy;
  const wanted = versionId ?? policy.currentVersionId;
  const version = wanted === null ? undefined : await findVersion(db, policy.id, wanted);
  const isShown = version && (wasPublished(version) || (await canReadDrafts(db, actor, policy.id)));
  return isShown ? { policy, version } : versionId === undefined ? { policy, version: undefined } : versionNotFound();
}

/** @returns whether the caller may read unpublished texts of a policy that they may read (policies, rule 29) */
export async function canReadDrafts(db: OrganizationDatabase, { memberId }: Actor, id: string): Promise<boolean> {
  return memberId === undefined || (await findIdsWithReadableDrafts(db, memberId, [id])).has(id);
}

async function whenVisible(db: OrganizationDatabase, actor: Actor, policy: Policy | undefined) {
  if (!policy) return policyNotFound();
  const { memberId } = actor;
  if (memberId !== undefined && !(await isPolicyVisibleTo(db, memberId, policy.id)))
    // Drafts of policies that the member could read once published are reported as not found.
    return (await isForMember(db, memberId, policy.id)) ? policyNotFound() : refusal('policy_not_visible');
  return (await canReadDrafts(db, actor, policy.id)) ? policy : withoutDrafts(policy);
}

/** Removes unpublished content, and who was asked to approve it. */
function withoutDrafts(policy: Policy): Policy {
  return { ...withoutSubmission(policy), draftContent: policy.content, approver: null };
}

/** @returns the changed policy, as the answer to the caller who changed it */
export async function answerWithChanged(db: OrganizationDatabase, id: string) {
  const policy = await findPolicy(db, id);
  return policy ? { status: 200 as const, body: policy } : policyNotFound();
}
