/** What members are mailed about, by role. */
import type { components } from '../../../../generated/api.d.ts';
import type { Changes } from '../../../platform/audit/changes.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { builtInRoles } from '../../../platform/identity/roles.ts';
import { defaultNotifications, notificationKinds } from '../../../platform/mail/kinds.ts';

type Schemas = components['schemas'];
type RoleNotificationConfig = Schemas['RoleNotificationConfig'];

export const roleNotifications: Pick<Handlers<'organization'>, 'listRoleNotificationSettings' | 'updateRoleNotificationSettings'> = {
  async listRoleNotificationSettings({ db }) {
    return { status: 200, body: { data: await listRoleNotifications(db) } };
  },

  async updateRoleNotificationSettings({ body: { settings }, db, audit }) {
    const before = await listRoleNotifications(db, true);
    const roles = settings.map(({ role }) => role);
    const unfit = (role: string, index: number) => {
      if (!before.some((config) => config.role === role)) return 'must be a role of the organization';
      return roles.indexOf(role) < index ? 'must not name a role twice' : undefined;
    };
    const wrong = roles.flatMap((role, index) => {
      const message = unfit(role, index);
      return message === undefined ? [] : [[`settings.${index}.role`, message] as const];
    });
    if (wrong.length) return invalid(Object.fromEntries(wrong));
    await saveRoleNotifications(db, settings);
    const data = await listRoleNotifications(db);
    audit({ description: 'Updated role notifications', changes: changesBetween(before, data) });
    return { status: 200, body: { data } };
  },
};

/** Built-in roles first, then custom ones, newest first. @param hold whether the custom roles must stay until the transaction ends */
async function listRoleNotifications(db: OrganizationDatabase, hold = false): Promise<RoleNotificationConfig[]> {
  const custom = db.selectFrom('custom_role').select(['id', 'name']).orderBy('created_at', 'desc').orderBy('id', 'desc');
  const [customRoles, rows] = await Promise.all([
    (hold ? custom.forKeyShare() : custom).execute(),
    db
      .selectFrom('role_notification_setting')
      .select([
        'role',
        'policy_notifications as policyNotifications',
        'task_reminders as taskReminders',
        'task_assignments as taskAssignments',
        'task_mentions as taskMentions',
        'weekly_task_digest as weeklyTaskDigest',
        'finding_notifications as findingNotifications',
      ])
      .execute(),
  ]);
  const stored = new Map(rows.map(({ role, ...notifications }) => [role, notifications]));
  return [
    ...builtInRoles.map((role) => ({ role, label: `${role.charAt(0).toUpperCase()}${role.slice(1)}`, isCustom: false })),
    ...customRoles.map(({ id, name }) => ({ role: id, label: name, isCustom: true })),
  ].map((config) => ({ ...config, notifications: stored.get(config.role) ?? defaultNotifications(config.role) }));
}

async function saveRoleNotifications(db: OrganizationDatabase, settings: readonly Schemas['RoleNotificationSetting'][]): Promise<void> {
  await db
    .insertInto('role_notification_setting')
    .values(
      settings.map((setting) => ({
        id: newId('rns'),
        role: setting.role,
        policy_notifications: setting.policyNotifications,
        task_reminders: setting.taskReminders,
        task_assignments: setting.taskAssignments,
        task_mentions: setting.taskMentions,
        weekly_task_digest: setting.weeklyTaskDigest,
        finding_notifications: setting.findingNotifications,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'role']).doUpdateSet(({ ref }) => ({
        policy_notifications: ref('excluded.policy_notifications'),
        task_reminders: ref('excluded.task_reminders'),
        task_assignments: ref('excluded.task_assignments'),
        task_mentions: ref('excluded.task_mentions'),
        weekly_task_digest: ref('excluded.weekly_task_digest'),
        finding_notifications: ref('excluded.finding_notifications'),
        updated_at: new Date().toISOString(),
      })),
    )
    .execute();
}

/** Each switch that was turned, as `auditor.taskMentions`. */
function changesBetween(before: readonly RoleNotificationConfig[], after: readonly RoleNotificationConfig[]): Changes {
  return Object.fromEntries(
    after.flatMap(({ role, notifications }) => {
      const previous = before.find((config) => config.role === role)?.notifications ?? notifications;
      return notificationKinds
        .filter((kind) => previous[kind] !== notifications[kind])
        .map((kind) => [`${role}.${kind}`, { previous: previous[kind], current: notifications[kind] }] as const);
    }),
  );
}
