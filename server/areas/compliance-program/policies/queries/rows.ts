/** Finds and locks single policies. */
import type { components } from '#generated/api';
import { nodesIn } from '#domain/catalogue/manifest';
import { personColumns, personFromRow } from '#domain/people/members/person';
import { policyColumns } from '#domain/policies/columns';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

type Policy = components['schemas']['Policy'];

/** The maximum number of signers that a policy lists. */
const maxSignatures = 10_000;

/** @returns the policy with its texts and signatures, or undefined if no policy has this id */
export async function findPolicy(db: OrganizationDatabase, id: string): Promise<Policy | undefined> {
  const [row, signatures] = await Promise.all([
    db
      .selectFrom('policy')
      .leftJoin('member as owner', 'owner.id', 'policy.assignee_id')
      .leftJoin('member as decider', 'decider.id', 'policy.approver_id')
      .leftJoin('policy_version as current', 'current.id', 'policy.current_version_id')
      .select([...policyColumns, ...columnsOf('policy', 'content', 'draftContent'), 'current.version as number'])
      .select([...personColumns('owner'), ...personColumns('decider')])
      .where('policy.id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('policy')
      .innerJoin('policy_acknowledgement as signature', 'signature.policy_version_id', 'policy.current_version_id')
      .select('signature.member_id as memberId')
      .where('policy.id', '=', id)
      .orderBy('signature.acknowledged_at')
      .orderBy('signature.id')
      .limit(maxSignatures)
      .execute(),
  ]);
  if (!row) return undefined;
  const { content, draftContent, number: versionNumber, ownerId, ownerUserId, ownerName, ownerEmail, ownerImage, ...rowWithoutTexts } = row;
  const { deciderId, deciderUserId, deciderName, deciderEmail, deciderImage, ...policyFields } = rowWithoutTexts;
  const { currentVersionId, hasPdf } = policyFields;
  return {
    ...policyFields,
    content: nodesIn(content),
    draftContent: nodesIn(draftContent),
    signedBy: signatures.map(({ memberId }) => memberId),
    assignee: personFromRow(row, 'owner'),
    approver: personFromRow(row, 'decider'),
    currentVersion: currentVersionId === null || versionNumber === null ? null : { id: currentVersionId, version: versionNumber, hasPdf },
  };
}

/**
 * Like `findPolicy`, but also locks the policy until the transaction ends. The lock also protects the versions of the policy, because
 * a version may be changed only after its policy is locked.
 */
export async function lockPolicy(db: OrganizationDatabase, id: string): Promise<Policy | undefined> {
  await db.selectFrom('policy').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return findPolicy(db, id);
}

/** The fields that decide whether members sign the policy, and which version they sign. */
export type SignablePolicy = Pick<Policy, 'id' | 'status' | 'isRequiredToSign' | 'isArchived' | 'archivedAt' | 'currentVersionId'> & {
  /** The number of the current version. */
  readonly version: number | null;
};

/** Finds the policy for signing, and takes a shared lock on it until the transaction ends. @returns undefined if it is not found */
export async function lockPolicyForSigning(db: OrganizationDatabase, id: string): Promise<SignablePolicy | undefined> {
  await db.selectFrom('policy').select('id').where('id', '=', id).forShare().execute();
  return db
    .selectFrom('policy')
    .leftJoin('policy_version as current', 'current.id', 'policy.current_version_id')
    .select([...columnsOf('policy', 'id', 'status', 'isRequiredToSign', 'isArchived', 'archivedAt', 'currentVersionId'), 'current.version'])
    .where('policy.id', '=', id)
    .executeTakeFirst();
}
