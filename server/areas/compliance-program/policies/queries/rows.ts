/** Policies in the shape of the contract. */
import type { components } from '#generated/api';
import { nodesIn } from '#domain/catalogue/manifest';
import { personColumns, personFromRow } from '#domain/people/members/person';
import { policyColumns } from '#domain/policies/columns';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';

type Policy = components['schemas']['Policy'];

/** The maximum number of member ids of signers. */
const maxSignatures = 10_000;

/** @returns the policy with its texts and signatures; undefined if there is none */
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
  const { content, draftContent, number, ownerId, ownerUserId, ownerName, ownerEmail, ownerImage, ...rest } = row;
  const { deciderId, deciderUserId, deciderName, deciderEmail, deciderImage, ...core } = rest;
  const { currentVersionId, hasPdf } = core;
  return {
    ...core,
    content: nodesIn(content),
    draftContent: nodesIn(draftContent),
    signedBy: signatures.map(({ memberId }) => memberId),
    assignee: personFromRow(row, 'owner'),
    approver: personFromRow(row, 'decider'),
    currentVersion: currentVersionId === null || number === null ? null : { id: currentVersionId, version: number, hasPdf },
  };
}

/** @returns the same, locked with its versions until the transaction ends. Changing a version requires the lock on its policy first. */
export async function lockPolicy(db: OrganizationDatabase, id: string): Promise<Policy | undefined> {
  await db.selectFrom('policy').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return findPolicy(db, id);
}

/** The fields that decide whether and what members sign. */
export type SignablePolicy = Pick<Policy, 'id' | 'status' | 'isRequiredToSign' | 'isArchived' | 'archivedAt' | 'currentVersionId'> & {
  /** The number of the current version. */
  readonly version: number | null;
};

/** @returns the policy for signing, with a shared lock on its text until the transaction ends; undefined if there is none */
export async function shareLockPolicy(db: OrganizationDatabase, id: string): Promise<SignablePolicy | undefined> {
  await db.selectFrom('policy').select('id').where('id', '=', id).forShare().execute();
  return db
    .selectFrom('policy')
    .leftJoin('policy_version as current', 'current.id', 'policy.current_version_id')
    .select([...columnsOf('policy', 'id', 'status', 'isRequiredToSign', 'isArchived', 'archivedAt', 'currentVersionId'), 'current.version'])
    .where('policy.id', '=', id)
    .executeTakeFirst();
}
