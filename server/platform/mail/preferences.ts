/** The users' own mail preferences, which override their roles' settings. They are stored with the account and apply in every organization. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '../database/handle.ts';

export type Preferences = components['schemas']['EmailPreferences'];

/** @param stored preferences; every kind that they do not turn off is on */
export function parsePreferences(stored: unknown): Preferences {
  const preferences: object = typeof stored === 'object' && stored !== null ? stored : {};
  const disabledKinds = new Set(Object.entries(preferences).flatMap(([kind, isOn]) => (isOn === false ? [kind] : [])));
  const isOn = (kind: keyof Preferences) => !disabledKinds.has(kind);
  return {
    policyNotifications: isOn('policyNotifications'),
    taskReminders: isOn('taskReminders'),
    weeklyTaskDigest: isOn('weeklyTaskDigest'),
    unassignedItemsNotifications: isOn('unassignedItemsNotifications'),
    taskMentions: isOn('taskMentions'),
    taskAssignments: isOn('taskAssignments'),
    findingNotifications: isOn('findingNotifications'),
  };
}

export function isUnsubscribed(preferences: Preferences): boolean {
  return !Object.values(preferences).includes(true);
}

/** @param userId of a member of the organization */
export async function findPreferences(db: OrganizationDatabase, userId: string): Promise<Preferences> {
  const { stored } = await db
    .selectNoFrom((eb) => eb.fn<unknown>('email_preferences', [eb.val(userId)]).as('stored'))
    .executeTakeFirstOrThrow();
  return parsePreferences(stored);
}

/** @param userId of an active member of the organization */
export async function savePreferences(db: OrganizationDatabase, userId: string, preferences: Preferences): Promise<void> {
  await db
    .selectNoFrom((eb) =>
      eb.fn('set_email_preferences', [eb.val(userId), eb.cast<string>(eb.val(JSON.stringify(preferences)), 'jsonb')]).as('done'),
    )
    .execute();
}
