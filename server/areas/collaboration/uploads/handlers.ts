/** Handles requests about uploads (spec/areas/collaboration/uploads). */
import { stateOf } from '#contract/states';
import { uploadStatus } from '#generated/transitions';
import type { PublicContext } from '#platform/context';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalidRequest, RefusalError, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { listObsoleteKeys } from '#platform/files/obsolete';
import { tooLargeRefusal } from '#documents/files/receive';
import { mediaTypeOf } from '#platform/files/executable-types';
import { validateScriptName } from '#platform/files/file-names';
import { hasExpired, inSeconds, organizationOf, signatureOf } from '#platform/files/signatures';
import { registerFile, findUsedBytes, newKey, checkStorageQuota, removeUnlessRegistered } from '#platform/files/store';
import { maxFileBytes } from '#platform/files/uploads';
import type { Draft } from '#platform/ports/files';
import type { Ports } from '#platform/ports/index';
import { countUnfinished, deleteUpload, findUpload, lockUpload, insertUpload, setContentKey, markUploaded } from './queries.ts';
import type { Actor } from '#platform/identity/actor';
import { urlSeconds, toContractUpload, type UploadRow } from './rules.ts';
import { type Bounds, createSlots } from '#platform/database/slots';

/** The folder for uploaded bytes within the organization's folder. Uploads of all purposes share it. */
const contentFolder = 'uploads/content';
const notFound = () => refusal('upload_not_found');
/** Each organization may send only a few uploads at once, because storage is counted after all bytes have arrived. Further uploads wait. */
const withDraftSlot = createSlots(4);
const draftBounds: Bounds = { maxWaiting: 50, timeoutMs: 20_000 };

/**
 * An upload belongs to the user who reserved it. With an API key, this is the user of the key's member (rule 10). An upload without a user
 * belongs to everybody.
 */
function isOwnUpload({ user }: Actor, { createdById }: UploadRow): boolean {
  return createdById === null || createdById === user?.id;
}

export const uploads: Handlers<'uploads'> = {
  async createUpload({ body: { purpose, fileName, fileType, size = 0 }, db, actor, ports }) {
    const { storage } = ports;
    if (size > maxFileBytes) return tooLargeRefusal(maxFileBytes);
    const name = validateScriptName(fileName);
    if (typeof name !== 'string') return name;
    const row = await insertUpload(db, {
      purpose,
      file_name: name,
      file_type: mediaTypeOf(fileType),
      created_by_id: actor.user?.id ?? null,
      expires_at: new Date(Date.now() + urlSeconds * 1000).toISOString(),
    });
    // Counting after the insertion ensures that two concurrent requests count each other's upload.
    const [unfinishedCount, usedBytes] = [await countUnfinished(db, ports.files), await findUsedBytes(db)];
    if (unfinishedCount > storage.unfinished) return refusal('too_many_unfinished_uploads', { limit: storage.unfinished });
    const storageRefusal = checkStorageQuota(storage, usedBytes, size);
    if (storageRefusal) return storageRefusal;
    const uploadUrl = await uploadUrlOf(ports, row.id, row.fileKey, db.organizationId);
    return { status: 201, body: { ...toContractUpload(row), uploadUrl, expiresIn: urlSeconds } };
  },

  async getUploadUsage({ db, ports: { files, storage } }) {
    const [usedBytes, count] = [await findUsedBytes(db), await countUnfinished(db, files)];
    return {
      status: 200,
      body: { storage: { usedBytes, quotaBytes: storage.quota || null }, unfinishedUploads: { count, limit: storage.unfinished } },
    };
  },

  async getUpload({ path, db, actor, ports: { files } }) {
    const row = await findUpload(db, path.id);
    if (!row || !isOwnUpload(actor, row)) return notFound();
    const storedSize = files.direct && row.uploadedAt === null ? await files.size(row.fileKey) : undefined;
    return { status: 200, body: toContractUpload(row, storedSize) };
  },

  async deleteUpload({ path, db, actor }) {
    const row = await lockUpload(db, path.id);
    if (!row || !isOwnUpload(actor, row)) return notFound();
    if (row.consumedAt !== null) return refusal('upload_in_use', stateOf(uploadStatus, 'consumed'));
    await deleteUpload(db, path.id);
    return { status: 204 };
  },

  async uploadContent({ path: { id }, query: { expires, signature }, body, ports: { files, secrets, storage }, withOrganization }) {
    const linkFields = { method: 'PUT', id, expires } as const;
    const organizationId = organizationOf(secrets, linkFields, signature);
    if (organizationId === undefined) return refusal('signature_invalid');
    if (hasExpired(linkFields)) return refusal('link_expired');
    const storedState = await withOrganization(organizationId, async (db) => ({
      upload: await findUpload(db, id),
      usedBytes: await findUsedBytes(db),
    }));
    if (!storedState.upload) return notFound();
    // The new content replaces the stored content, which therefore does not count.
    const bytesOfOthers = storedState.usedBytes - (storedState.upload.size ?? 0);
    const draft = await withDraftSlot(organizationId, () => files.draft(limitToStorage(body, storage, bytesOfOthers)), draftBounds);
    try {
      const { size, sha256 } = draft;
      if (size === 0) return invalidRequest(fieldErrors.emptyFile());
      const { fileKey, obsolete } = await storeContent(withOrganization, organizationId, id, draft, { files, storage });
      // The scheduled cleanup retries failed removals.
      await Promise.allSettled(obsolete.map((key) => files.remove(key)));
      return { status: 200, body: { id, fileKey, size, sha256 } };
    } finally {
      await draft.discard();
    }
  },
};

/**
 * Yields the bytes of an upload, but stops before the upload exceeds the organization's storage.
 * @param bytesOfOthers the bytes of all other files
 * @throws RefusalError with 413
 */
async function* limitToStorage(body: AsyncIterable<Uint8Array>, storage: Ports['storage'], bytesOfOthers: number) {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    const storageRefusal = checkStorageQuota(storage, bytesOfOthers, size);
    if (storageRefusal) throw new RefusalError(storageRefusal);
    yield part;
  }
}

/**
 * Stores new content without deleting the old content, and links the upload to the new content.
 * @returns the key of the file, and the keys of obsolete files
 * @throws RefusalError with 404 or 413; nothing is stored in this case
 */
async function storeContent(
  withOrganization: PublicContext['withOrganization'],
  organizationId: string,
  id: string,
  draft: Draft,
  { files, storage }: Pick<Ports, 'files' | 'storage'>,
) {
  const key = newKey(organizationId, contentFolder, id);
  try {
    return await withOrganization(organizationId, async (db) => {
      const row = await lockUpload(db, id);
      if (!row) throw new RefusalError(notFound());
      await markUploaded(db, id, draft);
      const storageRefusal = await registerFile(db, storage, key, draft);
      if (storageRefusal) throw new RefusalError(storageRefusal);
      await draft.keep(key);
      await setContentKey(db, id, key);
      return { fileKey: row.fileKey, obsolete: await listObsoleteKeys(db) };
    });
  } catch (error) {
    await removeUnlessRegistered((work) => withOrganization(organizationId, work), files, key).catch(() => undefined);
    throw error;
  }
}

/** @returns the URL to which clients send the bytes (uploads, rule 8) */
async function uploadUrlOf({ files, secrets, baseUrl }: Ports, id: string, key: string, organizationId: string): Promise<string> {
  if (files.direct) return files.direct.upload(key, urlSeconds);
  const expires = inSeconds(urlSeconds);
  return `${baseUrl}/v1/uploads/${id}/content?expires=${expires}&signature=${signatureOf(secrets, { method: 'PUT', id, expires }, organizationId)}`;
}
