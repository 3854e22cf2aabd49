/** The small image that browsers show beside the title of the page (spec/areas/trust-portal, rule 8). */
import { CallOutside } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { isImage, type ReceivedImage, receiveImage } from '../../../domain/images/receive.ts';
import { redrawn } from '../../../domain/images/redraw.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { removeObsolete } from '../../../platform/files/obsolete.ts';
import { storeFile } from '../../../platform/files/store.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';
import { changePortal, findRow } from '../queries/portal.ts';
import { faviconLink } from '../../../domain/trust-portal/file-links.ts';

const icon = {
  limit: 100 * 1024,
  types: ['image/x-icon', 'image/vnd.microsoft.icon', 'image/png', 'image/svg+xml'],
  rewrites: 'image/svg+xml',
} as const;

export const favicon: Pick<Handlers<'trust-portal'>, 'uploadTrustPortalFavicon' | 'deleteTrustPortalFavicon'> = {
  async uploadTrustPortalFavicon({ body, ...context }) {
    const image = await receiveImage(context, body, icon);
    if (!isImage(image)) return image;
    if (image.type !== 'image/svg+xml') return keep(context, image);
    return new CallOutside(async () => {
      const bytes = await redrawn(context.actor.organizationId, image.bytes);
      if (!bytes) return () => Promise.resolve(refusal('file_type_mismatch', { fileType: image.type }));
      return (later) => keep(later, { ...image, bytes });
    });
  },

  async deleteTrustPortalFavicon({ db, audit }) {
    if ((await findRow(db))?.faviconKey) await changePortal(db, { favicon_key: null });
    audit.did('Deleted favicon');
    return { status: 204 };
  },
};

async function keep(context: OrganizationContext, { bytes, name, storedName, type }: ReceivedImage) {
  const { db, ports, afterCommit, audit } = context;
  // Its room is free for the next one.
  await changePortal(db, { favicon_key: null });
  const draft = await ports.files.draft(bytes);
  afterCommit(() => draft.discard());
  const key = await storeFile(context, draft, 'trust-portal/favicon', storedName);
  if (typeof key !== 'string') return key;
  await changePortal(db, { favicon_key: key });
  await removeObsolete(context);
  audit.created({ fileName: name, fileType: type }, { description: 'Uploaded favicon' });
  return { status: 201 as const, body: { faviconUrl: faviconLink(ports.files, key) } };
}
