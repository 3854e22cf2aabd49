/** The logo: a file in the store, and its key in the organization's row. */
import type { Handlers } from '../../../contract/types.ts';
import { removeObsolete } from '../../../platform/files/obsolete.ts';
import { isImage, receiveImage } from '../../../domain/images/receive.ts';
import { storeFile } from '../../../platform/files/store.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { lockLogo, setLogo } from '../queries/logo.ts';
import { organizationNotFound } from '../refusals.ts';

/** What a logo may be (spec/areas/organization, rule 13). */
const largest = 2 * 1024 * 1024;
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'] as const;

export const logo: Pick<Handlers<'organization'>, 'uploadOrganizationLogo' | 'deleteOrganizationLogo'> = {
  async uploadOrganizationLogo({ body, audit, ...context }) {
    const {
      db,
      ports: { files },
      afterCommit,
    } = context;
    const image = await receiveImage(context, body, { limit: largest, types });
    if (!isImage(image)) return image;
    const { name, storedName, type, bytes } = image;

    if (!(await lockLogo(db))) return organizationNotFound();
    // Its room is free for the next one.
    await setLogo(db, null);
    const draft = await files.draft(bytes);
    afterCommit(() => draft.discard());
    const key = await storeFile(context, draft, 'logo', storedName);
    if (typeof key !== 'string') return key;
    await setLogo(db, key);
    await removeObsolete(context);
    audit.created({ fileName: name, fileType: type }, { description: 'Uploaded logo' });
    return { status: 201, body: { logoUrl: logoLink(files, key) } };
  },

  async deleteOrganizationLogo({ db, audit }) {
    const key = (await lockLogo(db))?.logoKey ?? null;
    if (key !== null) await setLogo(db, null);
    audit.did('Deleted logo');
    return { status: 204 };
  },
};

/** A signed link to the file of a logo, good for an hour. */
export function logoLink(files: Files, key: string): string {
  return files.link(key, 3600);
}
