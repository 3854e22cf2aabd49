/** Finds the policy of a request, or returns an error if the caller may not read it (policies, rule 2). */
import type { components } from '#generated/api';
import { withoutSubmission } from '#domain/policies/published';
import { isPolicyForMember, isPolicyVisibleTo, findIdsWithReadableDrafts } from '#domain/policies/visible';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { findPolicy, lockPolicy } from '../queries/rows.ts';
import { findVersion, wasPublished } from '../queries/versions.ts';
import { policyNotFound, versionNotFound } from '../refusals.ts';

type Policy = components['schemas']['Policy'];

export async function requirePolicy(db: OrganizationDatabase, actor: Actor, id: string) {
  return checkVisible(db, actor, await findPolicy(db, id));
}

/** Like `requirePolicy`, but also locks the policy and its versions until the transaction ends. */
export async function lockRequiredPolicy(db: OrganizationDatabase, actor: Actor, id: string) {
  return checkVisible(db, actor, await lockPolicy(db, id));
}

/** @returns the policy and one of its versions, both locked, or an error response */
export async function lockRequiredVersion(db: OrganizationDatabase, actor: Actor, id: string, versionId: string) {
  const policy = await lockRequiredPolicy(db, actor, id);
  if (isRefusal(policy)) return policy;
  const version = await findVersion(db, policy.id, versionId);
  return version ? { policy, version } : versionNotFound();
}

/** @returns the policy and the requested version or, if none is requested, its current version, which may be undefined */
export async function requireVersion(db: OrganizationDatabase, actor: Actor, id: string, versionId: string | undefined) {
  const policy = await requirePolicy(db, actor, id);
  if (isRefusal(policy)) return policy;
  const wantedVersionId = versionId ?? policy.currentVersionId;
  const version = wantedVersionId === null ? undefined : await findVersion(db, policy.id, wantedVersionId);
  const isReadable = version && (wasPublished(version) || (await canReadDrafts(db, actor, policy.id)));
  return isReadable ? { policy, version } : versionId === undefined ? { policy, version: undefined } : versionNotFound();
}

/** @returns whether the caller, who may read the policy, may also read its unpublished texts (policies, rule 29) */
export async function canReadDrafts(db: OrganizationDatabase, { memberId }: Actor, id: string): Promise<boolean> {
  return memberId === undefined || (await findIdsWithReadableDrafts(db, memberId, [id])).has(id);
}

async function checkVisible(db: OrganizationDatabase, actor: Actor, policy: Policy | undefined) {
  if (!policy) return policyNotFound();
  const { memberId } = actor;
  if (memberId !== undefined && !(await isPolicyVisibleTo(db, memberId, policy.id)))
    // A draft is reported as not found to members who may read the policy only after its publication.
    return (await isPolicyForMember(db, memberId, policy.id)) ? policyNotFound() : refusal('policy_not_visible');
  return (await canReadDrafts(db, actor, policy.id)) ? policy : withoutDrafts(policy);
}

/** Removes unpublished content and the approver from a policy. */
function withoutDrafts(policy: Policy): Policy {
  return { ...withoutSubmission(policy), draftContent: policy.content, approver: null };
}

/** @returns a response with the current state of the policy */
export async function respondWithPolicy(db: OrganizationDatabase, id: string) {
  const policy = await findPolicy(db, id);
  return policy ? { status: 200 as const, body: policy } : policyNotFound();
}
