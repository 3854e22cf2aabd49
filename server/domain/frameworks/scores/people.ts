/** Counts the members who have completed their compliance duties (frameworks, rule 4). */
import type { components } from '#generated/api';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { listObligedMembers, type ObligedMember } from '#domain/people/members/obliged';
import { isLoadedPolicyVisibleTo } from '#domain/policies/visible';
import { findCountedPrograms } from '#domain/people/training/eligibility';
import { modules } from '#domain/people/training/modules';

/**
 * Counts active members with the compliance obligation, without the operator's staff.
 * @param staffDomains e-mail domains of the operator
 */
export async function countPeople(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
): Promise<components['schemas']['OverviewScores']['people']> {
  const [members, signed, trained, checked, managed, reported, steps] = await Promise.all([
    listObligedMembers(db, staffDomains),
    listSigned(db),
    listTrained(db),
    db.selectFrom('background_check_request').select('member_id').where('status', 'in', ['completed', 'completed_with_flags']).execute(),
    db.selectFrom('device_policy_result').select('member_id').distinct().execute(),
    db.selectFrom('device').select('member_id').distinct().where('source', '=', 'agent').execute(),
    db
      .selectFrom('organization')
      .select(['device_agent_step_enabled as device', 'background_check_step_enabled as background'])
      .executeTakeFirst(),
  ]);
  const passed = new Set(checked.map(({ member_id }) => member_id));
  const withResult = new Set(managed.map(({ member_id }) => member_id));
  const withAgent = new Set(reported.map(({ member_id }) => member_id));
  const completed = members.filter(
    (member) =>
      signed(member) &&
      trained(member.id) &&
      (steps?.device !== true || withAgent.has(member.id) || (member.deviceMgmtLabelId !== null && withResult.has(member.id))) &&
      (steps?.background !== true ||
        member.backgroundCheckExempt ||
        member.roles.every((role) => role === 'auditor') ||
        passed.has(member.id)),
  );
  return { total: members.length, completed: completed.length };
}

/**
 * @returns a test whether a member has signed the current version of every published policy that requires a signature and is visible to the member
 */
async function listSigned(db: OrganizationDatabase): Promise<(member: ObligedMember) => boolean> {
  const toSign = db
    .selectFrom('policy')
    .where('policy.status', '=', 'published')
    .where('policy.is_required_to_sign', '=', true)
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false);
  const forEverybody = toSign.where('policy.visibility', '=', 'ALL');
  const forDepartments = toSign.where('policy.visibility', '=', 'DEPARTMENT');
  const [all, counts, departmentPolicies, signatures] = await Promise.all([
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
  const signedByAll = new Map(counts.map(({ member_id, count }) => [member_id, count]));
  const signed = new Set(signatures.map(({ id, member_id }) => `${id} ${member_id}`));
  return (member) =>
    (signedByAll.get(member.id) ?? 0) === all.count &&
    departmentPolicies.every((policy) => !isLoadedPolicyVisibleTo(policy, member) || signed.has(`${policy.id} ${member.id}`));
}

/** @returns a test whether a member has completed the training programs that count */
async function listTrained(db: OrganizationDatabase): Promise<(memberId: string) => boolean> {
  const [rows, programs] = await Promise.all([
    db.selectFrom('training_completion').select(['member_id', 'video_id']).where('completed_at', 'is not', null).execute(),
    findCountedPrograms(db),
  ]);
  const done = new Set(rows.map(({ member_id, video_id }) => `${member_id} ${video_id}`));
  const counted = modules.filter(({ program }) => programs.has(program));
  return (memberId) => counted.every(({ id }) => done.has(`${memberId} ${id}`));
}
