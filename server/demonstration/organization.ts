/** Creates the organization and its settings. */
import type { Insertable } from 'kysely';
import type { SystemTables } from '#generated/database';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { defaultNotifications } from '#platform/mail/kinds';
import { auditFields } from '#areas/organization-and-access/roles/rules';
import { newId } from '#platform/database/ids';
import { isBuiltIn } from '#platform/identity/roles';
import { adminObligations, notifications, onboarding, organization, organizationDays as days } from './data/organization.ts';
import type { Members } from './member.ts';
import type { Roles } from './roles.ts';
import type { DemoContext, BaseContext } from './demo-context.ts';

export function createOrganization({ organizationId: id, calendar }: BaseContext): Insertable<SystemTables['organization']> {
  return {
    id,
    ...organization,
    created_at: calendar.ago(days.created, 'organization'),
    updated_at: calendar.ago(days.changed, 'switches'),
  };
}

export function createOnboarding({ organizationId: organization_id }: BaseContext): Insertable<SystemTables['onboarding']> {
  return { id: newId('onb'), organization_id, setup_job_id: newId('run'), ...onboarding };
}

export function logOrganization({ calendar, log }: DemoContext, members: Members) {
  const {
    website,
    metadata,
    primary_color: primaryColor,
    evidence_approval_enabled: evidenceApprovalEnabled,
    whistleblower_report_enabled: whistleblowerReportEnabled,
  } = organization;
  const profile = changesOnCreate({ website, metadata, primaryColor });
  log.write(calendar.ago(days.profile, 'profile'), members.of('mira'), 'updateOrganization', {}, { changes: profile });
  const switches = changesBetween(
    { evidenceApprovalEnabled: !evidenceApprovalEnabled, whistleblowerReportEnabled: !whistleblowerReportEnabled },
    { evidenceApprovalEnabled, whistleblowerReportEnabled },
  );
  log.write(calendar.ago(days.changed, 'switches'), members.of('noor'), 'updateOrganization', {}, { changes: switches });
}

export function createObligation(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
): Insertable<SystemTables['role_obligation']> {
  const { role, obligations, ago } = adminObligations;
  const changedAt = calendar.ago(ago, 'obligations');
  log.write(
    changedAt,
    members.of('noor'),
    'updateBuiltInRoleObligations',
    { path: { name: role } },
    { changes: changesBetween(auditFields({ obligations: {} }), auditFields({ obligations })) },
  );
  return { id: newId('rob'), organization_id, role, obligations, created_at: changedAt, updated_at: changedAt };
}

export function createNotificationSettings(
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  roles: Roles,
): Insertable<SystemTables['role_notification_setting']>[] {
  const changedAt = calendar.ago(days.notifications, 'notifications');
  const settings = notifications.map(({ role: name, others }) => ({ role: isBuiltIn(name) ? name : roles.of(name).id, others }));
  const changedSettings = settings.flatMap(({ role, others }) =>
    Object.entries(others).map(([kind, current]) => [`${role}.${kind}`, { previous: !current, current }] as const),
  );
  log.write(
    changedAt,
    members.of('noor'),
    'replaceRoleNotificationSettings',
    {},
    { description: 'Updated role notifications', changes: Object.fromEntries(changedSettings) },
  );
  return settings.map(({ role, others }) => {
    const settingsByKind = { ...defaultNotifications(role), ...others };
    return {
      id: newId('rns'),
      organization_id,
      role,
      created_at: changedAt,
      updated_at: changedAt,
      policy_notifications: settingsByKind.policyNotifications,
      task_reminders: settingsByKind.taskReminders,
      task_assignments: settingsByKind.taskAssignments,
      task_mentions: settingsByKind.taskMentions,
      weekly_task_digest: settingsByKind.weeklyTaskDigest,
      finding_notifications: settingsByKind.findingNotifications,
    };
  });
}
