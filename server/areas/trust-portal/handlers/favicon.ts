/** The small image that browsers show beside the title of the page (spec/areas/trust-portal, rule 8). */
import type { Handlers } from '../../../contract/types.ts';
import { isImage, receiveImage } from '../../../domain/images/receive.ts';
import { removeObsolete } from '../../../platform/files/obsolete.ts';
import { storeFile } from '../../../platform/files/store.ts';
import { changePortal, findRow } from '../queries/portal.ts';
import { faviconLink } from '../../../domain/trust-portal/file-links.ts';

const icon = { limit: 100 * 1024, types: ['image/x-icon', 'image/vnd.microsoft.icon', 'image/png', 'image/svg+xml'] } as const;

export const favicon: Pick<Handlers<'trust-portal'>, 'uploadTrustPortalFavicon' | 'deleteTrustPortalFavicon'> = {
  async uploadTrustPortalFavicon({ body, audit, ...context }) {
    const { db, ports, afterCommit } = context;
    const image = await receiveImage(context, body, icon);
    if (!isImage(image)) return image;
    // Its room is free for the next one.
    await changePortal(db, { favicon_key: null });
    const draft = await ports.files.draft(image.bytes);
    afterCommit(() => draft.discard());
    const key = await storeFile(context, draft, 'trust-portal/favicon', image.storedName);
    if (typeof key !== 'string') return key;
    await changePortal(db, { favicon_key: key });
    await removeObsolete(context);
    audit.created({ fileName: image.name, fileType: image.type }, { description: 'Uploaded favicon' });
    return { status: 201, body: { faviconUrl: faviconLink(ports.files, key) } };
  },

  async deleteTrustPortalFavicon({ db, audit }) {
    if ((await findRow(db))?.faviconKey) await changePortal(db, { favicon_key: null });
    audit.did('Deleted favicon');
    return { status: 204 };
  },
};
