/** The publication of the portal and its general settings. */
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { violates } from '../../../platform/database/violations.ts';
import { changePortal, findPortal, findRow, freeUrl, holdUrls, setColor } from '../queries/portal.ts';
import { reservedUrls } from '../rules/addresses.ts';

type Settings = 'getTrustPortalSettings' | 'updateTrustPortalSettings' | 'toggleTrustPortal' | 'toggleTrustPortalQuestionnaire';

export const settings: Pick<Handlers<'trust-portal'>, Settings> = {
  async getTrustPortalSettings({ db, ports: { files } }) {
    return { status: 200, body: await findPortal(db, files) };
  },

  async updateTrustPortalSettings({ body: { friendlyUrl, contactEmail, primaryColor }, db, ports: { files }, audit, before: found }) {
    if (friendlyUrl !== undefined && reservedUrls.has(friendlyUrl)) return refusal('address_reserved');
    if (friendlyUrl !== undefined) await holdUrls(db);
    const before = found ?? (await findPortal(db, files));
    try {
      await changePortal(db, {
        ...(friendlyUrl !== undefined && { friendly_url: friendlyUrl }),
        contact_email: contactEmail?.toLowerCase() ?? contactEmail,
      });
    } catch (error) {
      if (violates(error, 'trust_portal_friendly_url')) return refusal('address_taken');
      throw error;
    }
    if (primaryColor !== undefined) await setColor(db, primaryColor);
    const after = await findPortal(db, files);
    // The color is the organization's: who did not send it did not change it.
    audit.changed(before, after, {
      fields: primaryColor === undefined ? ['friendlyUrl', 'contactEmail'] : ['friendlyUrl', 'contactEmail', 'primaryColor'],
    });
    return { status: 200, body: after };
  },

  async toggleTrustPortal({ body: { enabled }, db, ports: { files }, audit }) {
    if (enabled) await holdUrls(db);
    const before = await findRow(db);
    const named = before?.friendlyUrl ?? null;
    await changePortal(db, {
      status: enabled ? 'published' : 'draft',
      ...(enabled && named === null && { friendly_url: await freeUrl(db) }),
    });
    audit.did(enabled ? 'Published the trust portal' : 'Withdrew the trust portal', {
      changes: { enabled: { previous: before?.status === 'published', current: enabled } },
    });
    return { status: 200, body: await findPortal(db, files) };
  },

  async toggleTrustPortalQuestionnaire({ body: { enabled }, db, ports: { files }, audit }) {
    const before = await findRow(db);
    await changePortal(db, { security_questionnaire_enabled: enabled });
    audit.did(enabled ? 'Showed the security questionnaire' : 'Hid the security questionnaire', {
      changes: { securityQuestionnaireEnabled: { previous: before?.securityQuestionnaireEnabled ?? true, current: enabled } },
    });
    return { status: 200, body: await findPortal(db, files) };
  },
};
