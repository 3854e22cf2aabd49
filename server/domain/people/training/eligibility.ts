/**
 * Decides which training programs are mandatory in an organization and which members must complete them. Scores, lists and completions
 * share this rule (training, rules 6 and 7).
 */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { OrganizationRoles } from '#platform/identity/organization-roles';
import { isStaff } from '#platform/identity/staff';
import type { Program } from './modules.ts';

/** @returns whether the organization has adopted HIPAA */
export async function hasHipaa(db: OrganizationDatabase): Promise<boolean> {
  const adopted = await db
    .selectFrom('framework_instance')
    .innerJoin('platform_framework', 'platform_framework.id', 'framework_instance.framework_id')
    .select('framework_instance.id')
    .where('platform_framework.name', '=', 'HIPAA')
    .limit(1)
    .executeTakeFirst();
  return adopted !== undefined;
}

/**
 * @returns the programs that members with compliance duties must complete: the general program if the organization's training step is
 * enabled, and the HIPAA program if the framework is adopted
 */
export async function findMandatoryPrograms(db: OrganizationDatabase): Promise<ReadonlySet<Program>> {
  const [organization, hipaa] = await Promise.all([
    db.selectFrom('organization').select('security_training_step_enabled as general').executeTakeFirst(),
    hasHipaa(db),
  ]);
  return new Set<Program>([...(organization?.general === true ? (['general'] as const) : []), ...(hipaa ? (['hipaa'] as const) : [])]);
}

interface Trainee {
  readonly roles: readonly string[];
  readonly email: string;
  readonly isVerified: boolean;
}

/** @returns whether a member must complete the mandatory programs @param staffDomains the operator's mail domains; its staff are guests */
export function mustTrain(roles: OrganizationRoles, member: Trainee, staffDomains: readonly string[]): boolean {
  return roles.haveComplianceDuties(member.roles) && !isStaff(member, staffDomains);
}
