/** The logo: a file in the store, and its key in the organization's row. */
import type { components } from '../../../generated/api.d.ts';
import { invalid, refusal } from '../../contract/errors.ts';
import type { Handlers } from '../../contract/types.ts';
import type { OrganizationDatabase } from '../../database/handle.ts';
import type { Files } from '../../outside/files.ts';
import { isLogoType, isOfType, logoFileName, mediaTypeOf, unsafeInSvg } from './images.ts';
import { organizationNotFound } from './refusals.ts';

const largest = 2 * 1024 * 1024;
const tooLarge = () => refusal(413, 'The logo may have at most 2 MiB');

export const logo: Pick<Handlers<'organization'>, 'uploadOrganizationLogo' | 'deleteOrganizationLogo'> = {
  async uploadOrganizationLogo({ body, db, outside: { files }, audit, settled }) {
    const type = mediaTypeOf(body.fileType);
    if (!isLogoType(type)) return refusal(415, 'A logo must be image/png, image/jpeg, image/webp, image/gif or image/svg+xml');
    const bytes = await contentOf(body, db.organizationId, files);
    if (!(bytes instanceof Uint8Array)) return bytes;
    if (!await isOfType(bytes, type)) return refusal(422, `The file is not of the type ${type}`);
    if (type === 'image/svg+xml' && unsafeInSvg(bytes)) return refusal(422, 'The file has active content');

    const row = await holdLogo(db);
    if (!row) return organizationNotFound();
    const [previous, key] = [row.logo_key, `${db.organizationId}/logo/${Date.now()}-${logoFileName(body.fileName, type)}`];
    settled(async (kept) => {
      const obsolete = kept ? previous : key;
      if (obsolete !== null && previous !== key) await files.remove(obsolete);
    });
    await files.put(key, bytes);
    await setLogo(db, key);
    audit({ description: 'Uploaded logo', changes: { fileName: { previous: null, current: body.fileName.trim() }, fileType: { previous: null, current: type } } });
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

/** The bytes of the file, or the refusal of a source that has none. Their number is checked before they are read. */
async function contentOf({ fileData, fileKey }: components['schemas']['OrganizationLogoUpload'], organizationId: string, files: Files) {
  if (fileKey === undefined) {
    const bytes = Buffer.from(fileData ?? '', 'base64');
    // Only what comes out as it went in was base64 throughout.
    if (bytes.toString('base64') !== fileData) return invalid({ fileData: 'must be base64' });
    return bytes.length > largest ? tooLarge() : bytes;
  }
  const folder = `${organizationId}/uploads/general/`;
  if (!fileKey.startsWith(folder) || !/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/.test(fileKey.slice(folder.length))) return invalid({ fileKey: 'must be the key of an upload of the organization with the purpose general' });
  const size = await files.size(fileKey);
  if (size === 0) return invalid({ fileKey: 'must not be an empty file' });
  if (size !== undefined && size > largest) return tooLarge();
  return await files.read(fileKey) ?? invalid({ fileKey: 'must be uploaded first' });
}

function holdLogo(db: OrganizationDatabase) {
  return db.selectFrom('organization').select('logo_key').where('id', '=', db.organizationId).forUpdate().executeTakeFirst();
}

async function setLogo(db: OrganizationDatabase, key: string | null): Promise<void> {
  await db.updateTable('organization').set({ logo_key: key, updated_at: new Date().toISOString() }).where('id', '=', db.organizationId).execute();
}
