/** Publishes the portal and changes its general settings. */
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { violates } from '#platform/database/violations';
import { changePortal, findPortal, findPortalRow, findFreeUrl, lockUrls, setColor } from '../queries/portal.ts';
import { reservedUrls } from '../rules/addresses.ts';

type Operations = 'getTrustPortalSettings' | 'updateTrustPortalSettings' | 'toggleTrustPortal' | 'toggleTrustPortalQuestionnaire';

export const settings: Pick<Handlers<'trust-portal'>, Operations> = {
  async getTrustPortalSettings({ db, ports: { files } }) {
    return { status: 200, body: await findPortal(db, files) };
  },

  async updateTrustPortalSettings({ body, db, actor, ports: { files }, audit }) {
    const { friendlyUrl, contactEmail, primaryColor, visitorAnswers } = body;
    if (friendlyUrl !== undefined && reservedUrls.has(friendlyUrl)) return refusal('address_reserved');
    if (friendlyUrl !== undefined) await lockUrls(db);
    const before = await findPortal(db, files);
    const removesReview = visitorAnswers === 'at_once' && before.visitorAnswers !== 'at_once';
    if (removesReview && actor.credential === 'key') return refusal('session_required');
    try {
      await changePortal(db, {
        ...(friendlyUrl !== undefined && { friendly_url: friendlyUrl }),
        contact_email: contactEmail,
        visitor_answers: visitorAnswers,
      });
    } catch (error) {
      if (violates(error, 'trust_portal_friendly_url')) return refusal('address_taken');
      throw error;
    }
    if (primaryColor !== undefined) await setColor(db, primaryColor);
    const after = await findPortal(db, files);
    // The color is stored with the organization. If the request has no color, it has not changed.
    const fields = ['friendlyUrl', 'contactEmail', 'visitorAnswers'] as const;
    audit.changed(before, after, { fields: primaryColor === undefined ? fields : [...fields, 'primaryColor'] });
    return { status: 200, body: after };
  },

  async toggleTrustPortal({ body: { enabled }, db, ports: { files }, audit }) {
    if (enabled) await lockUrls(db);
    const before = await findPortalRow(db);
    const friendlyUrl = before?.friendlyUrl ?? null;
    await changePortal(db, {
      status: enabled ? 'published' : 'draft',
      ...(enabled && friendlyUrl === null && { friendly_url: await findFreeUrl(db) }),
    });
    audit.performed(enabled ? 'Published the trust portal' : 'Withdrew the trust portal', {
      changes: { enabled: { previous: before?.status === 'published', current: enabled } },
    });
    return { status: 200, body: await findPortal(db, files) };
  },

  async toggleTrustPortalQuestionnaire({ body: { enabled }, db, ports: { files }, audit }) {
    const before = await findPortalRow(db);
    await changePortal(db, { security_questionnaire_enabled: enabled });
    audit.performed(enabled ? 'Showed the security questionnaire' : 'Hid the security questionnaire', {
      changes: { securityQuestionnaireEnabled: { previous: before?.securityQuestionnaireEnabled ?? true, current: enabled } },
    });
    return { status: 200, body: await findPortal(db, files) };
  },
};
