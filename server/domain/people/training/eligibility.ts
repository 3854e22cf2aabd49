/**
 * The training programs that count for an organization, and who must complete them: one rule for scores, lists and completions (training,
 * rules 6 and 7).
 */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { OrganizationRoles } from '#platform/identity/organization-roles';
import { isStaff } from '#platform/identity/staff';
import type { Program } from './modules.ts';

/** Whether the organization has adopted HIPAA. */
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
 * @returns the programs that members with the compliance obligation must complete: the general one unless it is switched off, the one for HIPAA if
 * the
 * framework is adopted
 */
export async function findCountedPrograms(db: OrganizationDatabase): Promise<ReadonlySet<Program>> {
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

/** Whether a member must complete the programs that count. @param staffDomains e-mail domains of the operator, whose staff are guests */
export function mustTrain(roles: OrganizationRoles, member: Trainee, staffDomains: readonly string[]): boolean {
  return roles.haveComplianceDuties(member.roles) && !isStaff(member, staffDomains);
}
