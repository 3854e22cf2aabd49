import { refusal } from '../../contract/errors.ts';
import type { Handlers } from '../../contract/types.ts';
import { largestFile, tooLarge } from '../../files/receive.ts';
import { mediaTypeOf } from '../../files/refused.ts';
import { hasExpired, inSeconds, organizationSigned, signatureOf } from '../../files/signatures.ts';
import type { Outside } from '../../outside/index.ts';
import { deleteUpload, findUpload, insertUpload, noteUploaded } from './queries.ts';
import { addressWorks, uploadOf } from './rules.ts';

const notFound = () => refusal(404, 'Upload not found');

export const uploads: Handlers<'uploads'> = {
  async createUpload({ body: { purpose, fileName, fileType, size }, db, outside }) {
    if (size !== undefined && size > largestFile) return tooLarge(largestFile);
    const row = await insertUpload(db, { purpose, file_name: fileName.trim(), file_type: mediaTypeOf(fileType), expires_at: new Date(Date.now() + addressWorks * 1000).toISOString() });
    const uploadUrl = await addressOf(outside, row.id, row.fileKey, db.organizationId);
    return { status: 201, headers: { Location: `/v1/uploads/${row.id}` }, body: { ...uploadOf(row), uploadUrl, expiresIn: addressWorks } };
  },

  async getUpload({ path, db, outside: { files } }) {
    const row = await findUpload(db, path.id);
    if (!row) return notFound();
    const seen = files.direct && row.uploadedAt === null ? await files.size(row.fileKey) : undefined;
    return { status: 200, body: uploadOf(row, seen) };
  },

  async deleteUpload({ path, db }) {
    const row = await findUpload(db, path.id, true);
    if (!row) return notFound();
    if (row.consumedAt !== null) return refusal(409, 'The upload is in use');
    await deleteUpload(db, path.id);
    return { status: 204 };
  },

  async putUploadContent({ path: { id }, query: { expires, signature }, body, outside: { files, secrets }, inside }) {
    const address = { method: 'PUT', id, expires } as const;
    const organizationId = organizationSigned(secrets, address, signature);
    if (organizationId === undefined) return refusal(403, 'Wrong signature');
    if (hasExpired(address)) return refusal(410, 'The link has expired');
    const row = await inside(organizationId, (db) => findUpload(db, id));
    if (!row) return notFound();
    const draft = await files.draft(body);
    try {
      const { size, sha256 } = draft;
      if (size === 0) return refusal(400, 'Validation failed', { details: { _errors: ['must not be an empty file'] } });
      const isThere = await inside(organizationId, async (db) => {
        // Holds the row, so that of two who send at once both the bytes and the hash are those of one.
        const noted = await noteUploaded(db, id, draft);
        if (noted) await draft.keep(row.fileKey);
        return noted;
      });
      return isThere ? { status: 200, body: { id, fileKey: row.fileKey, size, sha256 } } : notFound();
    } finally {
      await draft.discard();
    }
  },
};

/** Where the bytes are to be sent (areas/uploads, rule 8). */
async function addressOf({ files, secrets, baseUrl }: Outside, id: string, key: string, organizationId: string): Promise<string> {
  if (files.direct) return files.direct.upload(key, addressWorks);
  const expires = inSeconds(addressWorks);
  return `${baseUrl}/v1/uploads/${id}/content?expires=${expires}&signature=${signatureOf(secrets, { method: 'PUT', id, expires }, organizationId)}`;
}
