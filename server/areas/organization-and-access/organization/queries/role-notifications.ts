/** Queries of the mail settings of each role, with defaults for roles without stored settings. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { builtInRoles } from '#platform/identity/roles';
import { defaultNotifications, notificationColumns } from '#platform/mail/kinds';

type Schemas = components['schemas'];

const selectCustomRoles = (db: OrganizationDatabase) =>
  db.selectFrom('custom_role').select(['id', 'name']).orderBy('created_at', 'desc').orderBy('id', 'desc');

/** Lists the settings of the built-in roles, followed by the settings of the custom roles, newest role first. */
export function listRoleNotifications(db: OrganizationDatabase): Promise<Schemas['RoleNotificationConfig'][]> {
  return listSettings(db, selectCustomRoles(db).execute());
}

/** Like `listRoleNotifications`, but also locks the custom roles until the transaction ends. */
export function lockRoleNotifications(db: OrganizationDatabase): Promise<Schemas['RoleNotificationConfig'][]> {
  return listSettings(db, selectCustomRoles(db).forKeyShare().execute());
}

async function listSettings(
  db: OrganizationDatabase,
  roles: Promise<readonly { readonly id: string; readonly name: string }[]>,
): Promise<Schemas['RoleNotificationConfig'][]> {
  const [customRoles, rows] = await Promise.all([roles, db.selectFrom('role_notification_setting').select(notificationColumns).execute()]);
  const storedSettings = new Map(rows.map(({ role, ...notifications }) => [role, notifications]));
  return [
    ...builtInRoles.map((role) => ({ role, label: `${role.charAt(0).toUpperCase()}${role.slice(1)}`, isCustom: false })),
    ...customRoles.map(({ id, name }) => ({ role: id, label: name, isCustom: true })),
  ].map((config) => ({ ...config, notifications: storedSettings.get(config.role) ?? defaultNotifications(config.role) }));
}

export async function saveRoleNotifications(
  db: OrganizationDatabase,
  settings: readonly Schemas['RoleNotificationSetting'][],
): Promise<void> {
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
      })),
    )
    .execute();
}
