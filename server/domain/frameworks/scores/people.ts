/** Counts the members who have completed their compliance duties (frameworks, rule 4). */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { listObligedMembers, type ObligedMember } from '#domain/people/members/obliged';
import { isLoadedPolicyVisibleTo } from '#domain/policies/visible';
import { findMandatoryPrograms } from '#domain/people/training/eligibility';
import { modules } from '#domain/people/training/modules';

/**
 * Counts the active members who have compliance duties, without the operator's staff, and how many of them completed their duties.
 * @param staffDomains e-mail domains of the operator
 */
export async function countPeople(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
): Promise<components['schemas']['OverviewScores']['people']> {
  const [members, hasSigned, hasTrained, backgroundChecks, managedDevices, agentDevices, steps] = await Promise.all([
    listObligedMembers(db, staffDomains),
    createSignatureCheck(db),
    createTrainingCheck(db),
    db.selectFrom('background_check_request').select('member_id').where('status', 'in', ['completed', 'completed_with_flags']).execute(),
    db.selectFrom('device_policy_result').select('member_id').distinct().execute(),
    db.selectFrom('device').select('member_id').distinct().where('source', '=', 'agent').execute(),
    db
      .selectFrom('organization')
      .select(['device_agent_step_enabled as device', 'background_check_step_enabled as background'])
      .executeTakeFirst(),
  ]);
  const withBackgroundCheck = new Set(backgroundChecks.map(({ member_id }) => member_id));
  const withManagedDevice = new Set(managedDevices.map(({ member_id }) => member_id));
  const withAgent = new Set(agentDevices.map(({ member_id }) => member_id));
  const completed = members.filter(
    (member) =>
      hasSigned(member) &&
      hasTrained(member.id) &&
      (steps?.device !== true || withAgent.has(member.id) || (member.deviceMgmtLabelId !== null && withManagedDevice.has(member.id))) &&
      (steps?.background !== true ||
        member.backgroundCheckExempt ||
        member.roles.every((role) => role === 'auditor') ||
        withBackgroundCheck.has(member.id)),
  );
  return { total: members.length, completed: completed.length };
}

/**
 * @returns a function that checks whether a member has signed the current version of every published policy that requires a signature
 * and that the member may read
 */
async function createSignatureCheck(db: OrganizationDatabase): Promise<(member: ObligedMember) => boolean> {
  const policiesToSign = db
    .selectFrom('policy')
    .where('policy.status', '=', 'published')
    .where('policy.is_required_to_sign', '=', true)
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false);
  const forEverybody = policiesToSign.where('policy.visibility', '=', 'ALL');
  const forDepartments = policiesToSign.where('policy.visibility', '=', 'DEPARTMENT');
  const [policiesForEverybody, counts, departmentPolicies, signatures] = await Promise.all([
    forEverybody.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    forEverybody
      .innerJoin('policy_acknowledgement as signature', 'signature.policy_version_id', 'policy.current_version_id')
      .select(({ fn }) => ['signature.member_id', fn.countAll<number>().as('count')])
      .groupBy('signature.member_id')
      .execute(),
    forDepartments.select(columnsOf('policy', 'id', 'visibility', 'visibleToDepartments')).execute(),
    forDepartments
      .innerJoin('policy_acknowledgement as signature', 'signature.policy_version_id', 'policy.current_version_id')
      .select(['policy.id', 'signature.member_id'])
      .execute(),
  ]);
  const signatureCounts = new Map(counts.map(({ member_id, count }) => [member_id, count]));
  const signatureKeys = new Set(signatures.map(({ id, member_id }) => `${id} ${member_id}`));
  return (member) =>
    (signatureCounts.get(member.id) ?? 0) === policiesForEverybody.count &&
    departmentPolicies.every((policy) => !isLoadedPolicyVisibleTo(policy, member) || signatureKeys.has(`${policy.id} ${member.id}`));
}

/** @returns a function that checks whether a member has completed all mandatory training programs */
async function createTrainingCheck(db: OrganizationDatabase): Promise<(memberId: string) => boolean> {
  const [rows, mandatoryPrograms] = await Promise.all([
    db.selectFrom('training_completion').select(['member_id', 'video_id']).where('completed_at', 'is not', null).execute(),
    findMandatoryPrograms(db),
  ]);
  const completedModules = new Set(rows.map(({ member_id, video_id }) => `${member_id} ${video_id}`));
  const mandatoryModules = modules.filter(({ program }) => mandatoryPrograms.has(program));
  return (memberId) => mandatoryModules.every(({ id }) => completedModules.has(`${memberId} ${id}`));
}
