/** The logo: a file in the store, and its key in the organization's row. */
import { refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { removeObsolete } from '../../../platform/files/obsolete.ts';
import { isReceived, receiveFile } from '../../../domain/files/receive.ts';
import { storeFile } from '../../../platform/files/store.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { lockLogo, setLogo } from '../queries/logo.ts';
import { isLogoType, isOfType, logoFileName, unsafeInSvg } from '../rules/images.ts';
import { organizationNotFound } from '../refusals.ts';

const largest = 2 * 1024 * 1024;

export const logo: Pick<Handlers<'organization'>, 'uploadOrganizationLogo' | 'deleteOrganizationLogo'> = {
  async uploadOrganizationLogo({ body, audit, ...context }) {
    const {
      db,
      ports: { files },
      afterCommit,
    } = context;
    const file = await receiveFile(context, body, { purpose: 'general', limit: largest, accepts: isLogoType });
    if (!isReceived(file)) return file;
    const { name, type, bytes } = file;
    if (!isLogoType(type) || !isOfType(bytes, type)) return refusal('file_type_mismatch', { fileType: type });
    if (type === 'image/svg+xml' && unsafeInSvg(bytes)) return refusal('file_has_active_content');

    if (!(await lockLogo(db))) return organizationNotFound();
    // Its room is free for the next one.
    await setLogo(db, null);
    const draft = await files.draft(bytes);
    afterCommit(() => draft.discard());
    const key = await storeFile(context, draft, 'logo', logoFileName(name, type));
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
