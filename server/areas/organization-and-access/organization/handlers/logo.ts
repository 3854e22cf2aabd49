/** Uploads and deletes the logo, which is a stored file. The organization's row contains the key of the file. */
import type { Handlers } from '#contract/types';
import type { OrganizationContext } from '#platform/context';
import { removeObsolete } from '#platform/files/obsolete';
import { type ReceivedImage, receiveImage } from '#documents/images/receive';
import { logoLink } from '#platform/files/logo-link';
import { storeFile } from '#platform/files/store';
import { lockLogo, setLogo } from '../queries/logo.ts';
import { organizationNotFound } from '../refusals.ts';

/** The maximum size of logos in bytes, and their allowed types (organization, rule 13). */
const maxBytes = 2 * 1024 * 1024;
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml'] as const;

export const logo: Pick<Handlers<'organization'>, 'uploadOrganizationLogo' | 'deleteOrganizationLogo'> = {
  uploadOrganizationLogo({ body, ...context }) {
    return receiveImage(context, body, { limit: maxBytes, types }, storeLogo);
  },

  async deleteOrganizationLogo({ db, audit }) {
    const key = (await lockLogo(db))?.logoKey ?? null;
    if (key !== null) await setLogo(db, null);
    audit.performed('Deleted logo');
    return { status: 204 };
  },
};

async function storeLogo(context: OrganizationContext, { name, storedName, type, bytes }: ReceivedImage) {
  const { db, ports, afterCommit, audit } = context;
  if (!(await lockLogo(db))) return organizationNotFound();
  // Removes the old logo first, so that its storage is free for the new logo.
  await setLogo(db, null);
  const draft = await ports.files.draft(bytes);
  afterCommit(() => draft.discard());
  const key = await storeFile(context, draft, 'logo', storedName);
  if (typeof key !== 'string') return key;
  await setLogo(db, key);
  await removeObsolete(context);
  audit.created({ fileName: name, fileType: type }, { description: 'Uploaded logo' });
  return { status: 201 as const, body: { logoUrl: logoLink(ports.files, key) } };
}
