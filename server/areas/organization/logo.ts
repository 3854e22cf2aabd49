/** The logo: a file in the store, and its key in the organization's row. */
import { refusal } from '../../contract/errors.ts';
import type { Handlers } from '../../contract/types.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import { isReceived, receiveFile } from '../../files/receive.ts';
import type { Files } from '../../outside/files.ts';
import { isLogoType, isOfType, logoFileName, unsafeInSvg } from './images.ts';
import { organizationNotFound } from './refusals.ts';

const largest = 2 * 1024 * 1024;

export const logo: Pick<Handlers<'organization'>, 'uploadOrganizationLogo' | 'deleteOrganizationLogo'> = {
  async uploadOrganizationLogo({ body, db, outside, audit, settled }) {
    const { files } = outside;
    const file = await receiveFile({ db, outside }, body, { purpose: 'general', limit: largest, accepts: isLogoType });
    if (!isReceived(file)) return file;
    const { name, type, bytes } = file;
    if (!isLogoType(type) || !isOfType(bytes, type)) return refusal(422, `The file is not of the type ${type}`);
    if (type === 'image/svg+xml' && unsafeInSvg(bytes)) return refusal(422, 'The file has active content');

    const row = await holdLogo(db);
    if (!row) return organizationNotFound();
    const [previous, key] = [row.logo_key, `${db.organizationId}/logo/${Date.now()}-${logoFileName(name, type)}`];
    settled(async (kept) => {
      const obsolete = kept ? previous : key;
      if (obsolete !== null && previous !== key) await files.remove(obsolete);
    });
    await files.put(key, bytes);
    await setLogo(db, key);
    audit({ description: 'Uploaded logo', changes: { fileName: { previous: null, current: name }, fileType: { previous: null, current: type } } });
    return { status: 201, headers: { Location: '/v1/organization' }, body: { logoUrl: logoLink(files, key) } };
  },

  async deleteOrganizationLogo({ db, outside: { files }, audit, settled }) {
    const key = (await holdLogo(db))?.logo_key ?? null;
    if (key !== null) {
      await setLogo(db, null);
      settled(async (kept) => { if (kept) await files.remove(key); });
    }
    audit({ description: 'Deleted logo' });
    return { status: 204 };
  },
};

/** A signed link to the file of a logo, good for an hour. */
export function logoLink(files: Files, key: string): string {
  return files.link(key, 3600);
}

function holdLogo(db: OrganizationDatabase) {
  return db.selectFrom('organization').select('logo_key').where('id', '=', db.organizationId).forUpdate().executeTakeFirst();
}

async function setLogo(db: OrganizationDatabase, key: string | null): Promise<void> {
  await db.updateTable('organization').set({ logo_key: key, updated_at: new Date().toISOString() }).where('id', '=', db.organizationId).execute();
}
