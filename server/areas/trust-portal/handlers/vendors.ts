/** Vendors on the page: which of the sub-processors it shows, and how (spec/areas/trust-portal, rules 9 to 11). */
import type { Handlers } from '../../../contract/types.ts';
import { findShownVendor, listShownVendors, lockShownVendor, syncBadges, updateShownVendor } from '../queries/vendors.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import { vendorNotFound } from '../refusals.ts';

export const vendors: Pick<Handlers<'trust-portal'>, 'listTrustPortalVendors' | 'syncTrustPortalVendors' | 'updateVendorTrustSettings'> = {
  async listTrustPortalVendors({ query, page, db }) {
    return { status: 200, page: await listShownVendors(db, query, page) };
  },

  async syncTrustPortalVendors({ db, audit }) {
    const { checked, changed } = await syncBadges(db);
    const names = changed.map(({ id, name }) => `${name} (${id})`);
    audit.did('Updated the badges of vendors', { ...(names.length && { changes: { vendors: { previous: null, current: names } } }) });
    return { status: 200, body: { checkedCount: checked, updatedCount: changed.length } };
  },

  async updateVendorTrustSettings({ path, body, db, audit }) {
    const types = body.complianceBadges?.map(({ type }) => type) ?? [];
    const twice = types.findIndex((type, index) => types.indexOf(type) < index);
    if (twice >= 0) return invalid({ [`complianceBadges.${twice}.type`]: 'must not be repeated' });
    const before = await lockShownVendor(db, path.id);
    if (!before) return vendorNotFound();
    await updateShownVendor(db, path.id, body);
    const after = (await findShownVendor(db, path.id)) ?? before;
    audit.changed(
      { ...before, complianceBadges: before.complianceBadges?.map(({ type }) => type) ?? null },
      { ...after, complianceBadges: after.complianceBadges?.map(({ type }) => type) ?? null },
      {
        fields: ['logoUrl', 'showOnTrustPortal', 'trustPortalOrder', 'complianceBadges'],
        description: `Updated ${after.name} on the trust portal`,
      },
    );
    return { status: 200, body: after };
  },
};
