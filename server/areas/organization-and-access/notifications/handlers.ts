/** Lists and marks the member's own notifications, and lists the pages that links lead to. Marking is not audited (notifications, rule 5). */
import type { Handlers } from '#contract/types';
import { listRoutes } from '#platform/links/app-routes';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import { findExistingIds, listNotifications, markNotification, markRead } from './queries.ts';

export const notifications: Handlers<'notifications'> = {
  async listNotifications({ query, page, actor, db }) {
    return { status: 200, page: await listNotifications(db, actor.memberId, query, page) };
  },

  async markNotificationsRead({ body: { ids }, actor, db }) {
    if (ids !== undefined) {
      const existingIds = await findExistingIds(db, actor.memberId, ids);
      const unknownIdErrors = ids.flatMap((id, index) =>
        existingIds.has(id) ? [] : [[`ids.${index}`, fieldErrors.unknownReference('notification', 'a notification of yours')] as const],
      );
      if (unknownIdErrors.length) return invalid(Object.fromEntries(unknownIdErrors));
    }
    return { status: 200, body: { markedCount: await markRead(db, actor.memberId, ids) } };
  },

  async updateNotification({ path, body, actor, db }) {
    const notification = await markNotification(db, actor.memberId, path.id, body.isRead);
    return notification ? { status: 200, body: notification } : refusal('notification_not_found');
  },

  async listAppRoutes({ ports }) {
    return { status: 200, body: { data: listRoutes(ports.appRoutes) } };
  },
};
