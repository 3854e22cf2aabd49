/** The policy that a request is about, or why there is none for this caller (spec/areas/policies, rule 2). */
import type { components } from '../../../../generated/api.d.ts';
import { seesPolicy } from '../../../domain/policies/visible.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { findPolicy, lockPolicy } from '../queries/rows.ts';
import { findVersion } from '../queries/versions.ts';
import { policyNotFound, versionNotFound } from '../refusals.ts';

type Policy = components['schemas']['Policy'];

export async function requirePolicy(db: OrganizationDatabase, actor: Actor, id: string) {
  return shownTo(db, actor, await findPolicy(db, id));
}

/** @returns the same, held with its versions until the transaction ends */
export async function lockRequiredPolicy(db: OrganizationDatabase, actor: Actor, id: string) {
  return shownTo(db, actor, await lockPolicy(db, id));
}

/** @returns the policy and one of its versions, both held, or why there is none for this caller */
export async function lockRequiredVersion(db: OrganizationDatabase, actor: Actor, id: string, versionId: string) {
  const policy = await lockRequiredPolicy(db, actor, id);
  if (isRefusal(policy)) return policy;
  const version = await findVersion(db, policy.id, versionId);
  return version ? { policy, version } : versionNotFound();
}

/** @returns the policy and the version that is named, or its current one; `version` is undefined where there is none */
export async function requireVersion(db: OrganizationDatabase, actor: Actor, id: string, versionId: string | undefined) {
  const policy = await requirePolicy(db, actor, id);
  if (isRefusal(policy)) return policy;
  const wanted = versionId ?? policy.currentVersionId;
  const version = wanted === null ? undefined : await findVersion(db, policy.id, wanted);
  return versionId !== undefined && !version ? versionNotFound() : { policy, version };
}

async function shownTo(db: OrganizationDatabase, { memberId }: Actor, policy: Policy | undefined) {
  if (!policy) return policyNotFound();
  if (memberId !== undefined && !(await seesPolicy(db, memberId, policy.id))) return refusal('policy_not_visible');
  return policy;
}

/** @returns the policy as it is now, as the answer to who changed it */
export async function changed(db: OrganizationDatabase, id: string) {
  const policy = await findPolicy(db, id);
  return policy ? { status: 200 as const, body: policy } : policyNotFound();
}
