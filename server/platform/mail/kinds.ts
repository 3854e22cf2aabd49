/** Kinds of mails and notifications. Each can be switched off per role, except for `unassignedItemsNotifications` (organization, rule 8). */
import type { components } from '#generated/api';
import { columnsOf } from '../database/columns.ts';

type Schemas = components['schemas'];
type RoleNotifications = Schemas['RoleNotifications'];

export const notificationKinds = [
  'policyNotifications',
  'taskReminders',
  'taskAssignments',
  'taskMentions',
  'weeklyTaskDigest',
  'findingNotifications',
] as const;
export type NotificationKind = keyof RoleNotifications | 'unassignedItemsNotifications';

/** The API's name for each kind in lists of notifications. */
export const listedKinds = {
  policyNotifications: 'policy',
  taskReminders: 'task_reminder',
  taskAssignments: 'task_assignment',
  taskMentions: 'task_mention',
  findingNotifications: 'finding',
  unassignedItemsNotifications: 'unassigned_items',
} as const satisfies Partial<Record<NotificationKind, Schemas['NotificationKind']>>;

/** The columns of a role's stored notification settings. */
export const notificationColumns = columnsOf('role_notification_setting', 'role', ...notificationKinds);

/** The default notifications of a role. Custom roles get all of them. */
export function defaultNotifications(role: string): RoleNotifications {
  const isOn = !['auditor', 'employee', 'contractor'].includes(role);
  return {
    policyNotifications: true,
    taskReminders: isOn,
    taskAssignments: isOn,
    taskMentions: isOn,
    weeklyTaskDigest: isOn,
    findingNotifications: isOn || role === 'auditor',
  };
}
