import type { PublicContext } from '../../platform/context.ts';
import { invalidRequest, RefusalError, refusal } from '../../platform/refusals/refusal.ts';
import type { Handlers } from '../../contract/types.ts';
import { obsoleteKeys } from '../../platform/files/obsolete.ts';
import { tooLarge } from '../../domain/files/receive.ts';
import { mediaTypeOf } from '../../platform/files/executable-types.ts';
import { hasExpired, inSeconds, organizationSigned, signatureOf } from '../../platform/files/signatures.ts';
import { enterFile, findUsedBytes, newKey, noRoom, removeUnlessEntered } from '../../platform/files/store.ts';
import { largestFile } from '../../platform/files/uploads.ts';
import type { Draft } from '../../platform/ports/files.ts';
import type { Ports } from '../../platform/ports/index.ts';
import { countUnfinished, deleteUpload, findUpload, lockUpload, insertUpload, noteContent, noteUploaded } from './queries.ts';
import { addressWorks, uploadOf } from './rules.ts';
import { type Bounds, slots } from '../../platform/database/slots.ts';

/** The folder below the folder of the organization. It belongs to no purpose. */
const contentFolder = 'uploads/content';
const notFound = () => refusal('upload_not_found');
/** Bytes on their way are counted when all have come: of one organization only so many uploads come at a time, and others wait some seconds. */
const withDraftSlot = slots(4);
const draftBounds: Bounds = { maxWaiting: 50, timeoutMs: 20_000 };

export const uploads: Handlers<'uploads'> = {
  async createUpload({ body: { purpose, fileName, fileType, size = 0 }, db, ports }) {
    const { storage } = ports;
    if (size > largestFile) return tooLarge(largestFile);
    const row = await insertUpload(db, {
      purpose,
      file_name: fileName.trim(),
      file_type: mediaTypeOf(fileType),
      expires_at: new Date(Date.now() + addressWorks * 1000).toISOString(),
    });
    // After it was written: two that begin one at once both find the other's.
    const [unfinished, used] = [await countUnfinished(db, ports.files), await findUsedBytes(db)];
    if (unfinished > storage.unfinished) return refusal('too_many_unfinished_uploads', { limit: storage.unfinished });
    const full = noRoom(storage, used, size);
    if (full) return full;
    const uploadUrl = await addressOf(ports, row.id, row.fileKey, db.organizationId);
    return { status: 201, body: { ...uploadOf(row), uploadUrl, expiresIn: addressWorks } };
  },

  async getUploadUsage({ db, ports: { files, storage } }) {
    const [usedBytes, count] = [await findUsedBytes(db), await countUnfinished(db, files)];
    return {
      status: 200,
      body: { storage: { usedBytes, quotaBytes: storage.quota || null }, unfinishedUploads: { count, limit: storage.unfinished } },
    };
  },

  async getUpload({ path, db, ports: { files } }) {
    const row = await findUpload(db, path.id);
    if (!row) return notFound();
    const seen = files.direct && row.uploadedAt === null ? await files.size(row.fileKey) : undefined;
    return { status: 200, body: uploadOf(row, seen) };
  },

  async deleteUpload({ path, db }) {
    const row = await lockUpload(db, path.id);
    if (!row) return notFound();
    if (row.consumedAt !== null) return refusal('upload_in_use');
    await deleteUpload(db, path.id);
    return { status: 204 };
  },

  async uploadContent({ path: { id }, query: { expires, signature }, body, ports: { files, secrets, storage }, withOrganization }) {
    const address = { method: 'PUT', id, expires } as const;
    const organizationId = organizationSigned(secrets, address, signature);
    if (organizationId === undefined) return refusal('signature_invalid');
    if (hasExpired(address)) return refusal('link_expired');
    const known = await withOrganization(organizationId, async (db) => ({
      upload: await findUpload(db, id),
      used: await findUsedBytes(db),
    }));
    if (!known.upload) return notFound();
    // What is replaced gives its room.
    const others = known.used - (known.upload.size ?? 0);
    const draft = await withDraftSlot(organizationId, () => files.draft(withRoom(body, storage, others)), draftBounds);
    try {
      const { size, sha256 } = draft;
      if (size === 0) return invalidRequest({ _errors: ['must not be an empty file'] });
      const { fileKey, obsolete } = await keepContent(withOrganization, organizationId, id, draft, { files, storage });
      // What fails here is tried again by the housekeeping.
      await Promise.allSettled(obsolete.map((key) => files.remove(key)));
      return { status: 200, body: { id, fileKey, size, sha256 } };
    } finally {
      await draft.discard();
    }
  },
};

/** Ends what would be more than the organization may store, before it is on the disk. @param used bytes of all else @throws RefusalError 413 */
async function* withRoom(body: AsyncIterable<Uint8Array>, storage: Ports['storage'], used: number) {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    const full = noRoom(storage, used, size);
    if (full) throw new RefusalError(full);
    yield part;
  }
}

/**
 * Stores bytes beside those that were there, and lets the upload name them. @returns the files that it names no more
 * @throws RefusalError 404 or 413; nothing of it is kept then
 */
async function keepContent(
  inside: PublicContext['withOrganization'],
  organizationId: string,
  id: string,
  draft: Draft,
  { files, storage }: Pick<Ports, 'files' | 'storage'>,
) {
  const key = newKey(organizationId, contentFolder, id);
  try {
    return await inside(organizationId, async (db) => {
      const row = await lockUpload(db, id);
      if (!row) throw new RefusalError(notFound());
      await noteUploaded(db, id, draft);
      const full = await enterFile(db, storage, key, draft);
      if (full) throw new RefusalError(full);
      await draft.keep(key);
      await noteContent(db, id, key);
      return { fileKey: row.fileKey, obsolete: await obsoleteKeys(db) };
    });
  } catch (error) {
    await removeUnlessEntered((work) => inside(organizationId, work), files, key).catch(() => undefined);
    throw error;
  }
}

/** Where the bytes are to be sent (spec/areas/uploads, rule 8). */
async function addressOf({ files, secrets, baseUrl }: Ports, id: string, key: string, organizationId: string): Promise<string> {
  if (files.direct) return files.direct.upload(key, addressWorks);
  const expires = inSeconds(addressWorks);
  return `${baseUrl}/v1/uploads/${id}/content?expires=${expires}&signature=${signatureOf(secrets, { method: 'PUT', id, expires }, organizationId)}`;
}
