/** Uploads and deletes the favicon of the page (trust-portal, rule 8). */
import type { Handlers } from '#contract/types';
import { type ReceivedImage, receiveImage } from '#documents/images/receive';
import type { OrganizationContext } from '#platform/context';
import { removeObsolete } from '#platform/files/obsolete';
import { storeFile } from '#platform/files/store';
import { changePortal, findPortalRow } from '../queries/portal.ts';
import { createFaviconLink } from '#domain/trust/portal/file-links';

const iconLimits = {
  limit: 100 * 1024,
  types: ['image/x-icon', 'image/vnd.microsoft.icon', 'image/png', 'image/svg+xml'],
} as const;

export const favicon: Pick<Handlers<'trust-portal'>, 'uploadTrustPortalFavicon' | 'deleteTrustPortalFavicon'> = {
  uploadTrustPortalFavicon({ body, ...context }) {
    return receiveImage(context, body, iconLimits, storeIcon);
  },

  async deleteTrustPortalFavicon({ db, audit }) {
    if ((await findPortalRow(db))?.faviconKey) await changePortal(db, { favicon_key: null });
    audit.performed('Deleted favicon');
    return { status: 204 };
  },
};

async function storeIcon(context: OrganizationContext, { bytes, name, storedName, type }: ReceivedImage) {
  const { db, ports, afterCommit, audit } = context;
  // Removes the former favicon first, because it would otherwise still count toward the quota.
  await changePortal(db, { favicon_key: null });
  const draft = await ports.files.draft(bytes);
  afterCommit(() => draft.discard());
  const key = await storeFile(context, draft, 'trust-portal/favicon', storedName);
  if (typeof key !== 'string') return key;
  await changePortal(db, { favicon_key: key });
  await removeObsolete(context);
  audit.created({ fileName: name, fileType: type }, { description: 'Uploaded favicon' });
  return { status: 201 as const, body: { faviconUrl: createFaviconLink(ports.files, key) } };
}
