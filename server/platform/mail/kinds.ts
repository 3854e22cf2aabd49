/** What members are mailed about, and find among their notifications. Each kind can be switched off by role, but for `unassignedItemsNotifications` (spec/areas/organization, rule 8). */
import type { components } from '../../../generated/api.d.ts';
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

/** What each kind that is sent is called where notifications are listed. */
export const listedKinds = {
  policyNotifications: 'policy',
  taskReminders: 'task_reminder',
  taskAssignments: 'task_assignment',
  taskMentions: 'task_mention',
  findingNotifications: 'finding',
  unassignedItemsNotifications: 'unassigned_items',
} as const satisfies Partial<Record<NotificationKind, Schemas['NotificationKind']>>;

/** What is stored of a role: what it is mailed about. */
export const notificationColumns = columnsOf('role_notification_setting', 'role', ...notificationKinds);

/** The default notifications of a role. Custom roles get all of them. */
export function defaultNotifications(role: string): RoleNotifications {
  const all = !['auditor', 'employee', 'contractor'].includes(role);
  return {
    policyNotifications: true,
    taskReminders: all,
    taskAssignments: all,
    taskMentions: all,
    weeklyTaskDigest: all,
    findingNotifications: all || role === 'auditor',
  };
}
