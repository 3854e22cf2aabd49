/** Queries of policy signatures and of reminders to sign (policies, rules 12 and 21). */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

type Schemas = components['schemas'];

export type Signature = Schemas['PolicyAcknowledgement'];
const signatureColumns = columnsOf('policy_acknowledgement', 'id', 'policyId', 'policyVersionId', 'memberId', 'acknowledgedAt', 'via');

/** @returns the signatures on a version by member id */
export async function findSignatures(db: OrganizationDatabase, versionId: string | null): Promise<ReadonlyMap<string, Signature>> {
  const rows = await db
    .selectFrom('policy_acknowledgement')
    .select(signatureColumns)
    .where('policy_version_id', '=', versionId ?? '')
    .execute();
  return new Map(rows.map((row) => [row.memberId, row]));
}

/** @returns the ids of the members who signed any version of a policy */
export async function findFormerSigners(db: OrganizationDatabase, policyId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('policy_acknowledgement')
    .select('member_id as memberId')
    .distinct()
    .where('policy_id', '=', policyId)
    .execute();
  return new Set(rows.map(({ memberId }) => memberId));
}

/** Signs a version, if the member has not signed it yet. @returns the new or existing signature, and whether it is new */
export async function insertSignature(
  db: OrganizationDatabase,
  {
    policyId,
    versionId,
    memberId,
    via,
  }: { readonly policyId: string; readonly versionId: string; readonly memberId: string; readonly via: string | null },
): Promise<{ readonly signature: Signature; readonly isNew: boolean }> {
  const newSignature = await db
    .insertInto('policy_acknowledgement')
    .values({ id: newId('pack'), policy_id: policyId, policy_version_id: versionId, member_id: memberId, via })
    .onConflict((conflict) => conflict.columns(['organization_id', 'policy_version_id', 'member_id']).doNothing())
    .returning(signatureColumns)
    .executeTakeFirst();
  if (newSignature) return { signature: newSignature, isNew: true };
  const signature = await db
    .selectFrom('policy_acknowledgement')
    .select(signatureColumns)
    .where('policy_version_id', '=', versionId)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return { signature, isNew: false };
}

/** Locks an active member until the transaction ends. @returns false if no active member has this id */
export async function lockActiveMember(db: OrganizationDatabase, id: string): Promise<boolean> {
  const member = await db
    .selectFrom('member')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forKeyShare()
    .executeTakeFirst();
  return member !== undefined;
}

/** Records reminders to sign a version. @returns the ids of the members whose last reminder was at least 24 hours ago, or never sent */
export async function recordReminders(db: OrganizationDatabase, versionId: string, memberIds: readonly string[]): Promise<string[]> {
  if (!memberIds.length) return [];
  const rows = memberIds.map((id) => ({ id: newId('prm'), policy_version_id: versionId, member_id: id }));
  const recordedReminders = await db
    .insertInto('policy_reminder')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'policy_version_id', 'member_id'])
        .doUpdateSet({ reminded_at: sql<string>`now()` })
        .where('policy_reminder.reminded_at', '<=', sql<string>`now() - interval '24 hours'`),
    )
    .returning('member_id')
    .execute();
  return recordedReminders.map(({ member_id }) => member_id);
}
