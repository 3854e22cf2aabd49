/** Who of the members has done all that the organization wants of them (spec/areas/frameworks, rule 4). */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { rolesIn } from '../../../platform/identity/organization-roles.ts';
import { isStaff } from '../../../platform/identity/staff.ts';
import { generalVideos, hasHipaa, hipaaVideo } from '../../../domain/members/training.ts';

/**
 * Of the active members with compliance duties; the operator's own people do not count.
 * @param staffDomains e-mail domains of the operator
 */
export async function peopleFigures(
  db: OrganizationDatabase,
  staffDomains: readonly string[],
): Promise<components['schemas']['OverviewScores']['people']> {
  const [roles, active, signed, trained, checked, managed, steps] = await Promise.all([
    rolesIn(db),
    db
      .selectFrom('member')
      .select(['id', 'roles', 'email', 'email_verified', 'background_check_exempt', 'device_mgmt_label_id'])
      .where('is_active', '=', true)
      .execute(),
    listSigned(db),
    listTrained(db),
    db.selectFrom('background_check_request').select('member_id').where('status', 'in', ['completed', 'completed_with_flags']).execute(),
    db.selectFrom('device_policy_result').select('member_id').distinct().execute(),
    db
      .selectFrom('organization')
      .select([
        'security_training_step_enabled as training',
        'device_agent_step_enabled as device',
        'background_check_step_enabled as background',
      ])
      .executeTakeFirst(),
  ]);
  const passed = new Set(checked.map(({ member_id }) => member_id));
  const withResult = new Set(managed.map(({ member_id }) => member_id));
  const members = active.filter(
    (member) => roles.oblige(member.roles) && !isStaff({ email: member.email, isVerified: member.email_verified }, staffDomains),
  );
  const completed = members.filter(
    (member) =>
      signed(member.id) &&
      trained(member.id, steps?.training === true) &&
      (steps?.device !== true || (member.device_mgmt_label_id !== null && withResult.has(member.id))) &&
      (steps?.background !== true ||
        member.background_check_exempt ||
        member.roles.every((role) => role === 'auditor') ||
        passed.has(member.id)),
  );
  return { total: members.length, completed: completed.length };
}

/** @returns whether a member has signed every published policy that has to be signed, as it is now */
async function listSigned(db: OrganizationDatabase): Promise<(memberId: string) => boolean> {
  const toSign = db
    .selectFrom('policy')
    .where('policy.status', '=', 'published')
    .where('policy.is_required_to_sign', '=', true)
    .where('policy.archived_at', 'is', null)
    .where('policy.is_archived', '=', false);
  const [policies, signatures] = await Promise.all([
    toSign.select('policy.id').execute(),
    toSign
      .innerJoin('policy_acknowledgement as signature', 'signature.policy_version_id', 'policy.current_version_id')
      .select(({ fn }) => ['signature.member_id', fn.countAll<number>().as('count')])
      .groupBy('signature.member_id')
      .execute(),
  ]);
  const counts = new Map(signatures.map(({ member_id, count }) => [member_id, count]));
  return (memberId) => (counts.get(memberId) ?? 0) === policies.length;
}

/** @returns whether a member has completed the training, the general one only where it is switched on, that for HIPAA where it is adopted */
async function listTrained(db: OrganizationDatabase): Promise<(memberId: string, general: boolean) => boolean> {
  const [rows, hipaa] = await Promise.all([
    db.selectFrom('training_completion').select(['member_id', 'video_id']).where('completed_at', 'is not', null).execute(),
    hasHipaa(db),
  ]);
  const done = new Set(rows.map(({ member_id, video_id }) => `${member_id} ${video_id}`));
  return (memberId, general) =>
    [...(general ? generalVideos : []), ...(hipaa ? [hipaaVideo] : [])].every((video) => done.has(`${memberId} ${video}`));
}
