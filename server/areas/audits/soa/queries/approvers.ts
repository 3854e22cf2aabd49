/** Finds the members who approve statements. */
import type { OrganizationDatabase } from '#platform/database/handle';

/** A member who may be asked to approve a statement. */
export interface Approver {
  readonly name: string;
  readonly user_id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly is_active: boolean;
  readonly roles: readonly string[];
}

/** Locks the member until the transaction ends, so that they keep their role until the decision is stored. */
export function lockApprover(db: OrganizationDatabase, memberId: string): Promise<Approver | undefined> {
  return db
    .selectFrom('member')
    .select(['name', 'user_id', 'email', 'email_verified', 'is_active', 'roles'])
    .where('id', '=', memberId)
    .forShare()
    .executeTakeFirst();
}
