/** What members are mailed about, by role. */
import type { components } from '../../../../generated/api.d.ts';
import type { Changes } from '../../../platform/audit/changes.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { notificationKinds } from '../../../platform/mail/kinds.ts';
import { listRoleNotifications, lockRoleNotifications, saveRoleNotifications } from '../queries/role-notifications.ts';

type RoleNotificationConfig = components['schemas']['RoleNotificationConfig'];

export const roleNotifications: Pick<Handlers<'organization'>, 'listRoleNotificationSettings' | 'updateRoleNotificationSettings'> = {
  async listRoleNotificationSettings({ db }) {
    return { status: 200, body: { data: await listRoleNotifications(db) } };
  },

  async updateRoleNotificationSettings({ body: { settings }, db, audit }) {
    const before = await lockRoleNotifications(db);
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
