/** Lists and replaces the settings for the mails that the members of each role receive. */
import type { components } from '#generated/api';
import type { Fields } from '#platform/audit/changes';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { notificationKinds } from '#platform/mail/kinds';
import { listRoleNotifications, lockRoleNotifications, saveRoleNotifications } from '../queries/role-notifications.ts';

type RoleNotificationConfig = components['schemas']['RoleNotificationConfig'];

export const roleNotifications: Pick<Handlers<'organization'>, 'listRoleNotificationSettings' | 'replaceRoleNotificationSettings'> = {
  async listRoleNotificationSettings({ db }) {
    return { status: 200, body: { data: await listRoleNotifications(db) } };
  },

  async replaceRoleNotificationSettings({ body: { settings }, db, audit }) {
    const before = await lockRoleNotifications(db);
    const roles = settings.map(({ role }) => role);
    const validationErrorOf = (role: string, index: number) => {
      if (!before.some((config) => config.role === role)) return fieldErrors.unknownReference('role');
      return roles.indexOf(role) < index ? fieldErrors.duplicate('must not name a role twice') : undefined;
    };
    const errors = roles.flatMap((role, index) => {
      const error = validationErrorOf(role, index);
      return error === undefined ? [] : [[`settings.${index}.role`, error] as const];
    });
    if (errors.length) return invalid(Object.fromEntries(errors));
    await saveRoleNotifications(db, settings);
    const data = await listRoleNotifications(db);
    // Roles that another request created in the meantime are not a change of this request.
    const after = data.filter(({ role }) => before.some((config) => config.role === role));
    audit.changed(auditFields(before), auditFields(after), { description: 'Updated role notifications' });
    return { status: 200, body: { data } };
  },
};

/** Returns a field such as `auditor.taskMentions` for each switch of each role. */
function auditFields(configs: readonly RoleNotificationConfig[]): Fields {
  return Object.fromEntries(
    configs.flatMap(({ role, notifications }) => notificationKinds.map((kind) => [`${role}.${kind}`, notifications[kind]] as const)),
  );
}
