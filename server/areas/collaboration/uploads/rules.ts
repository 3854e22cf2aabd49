/** Converts uploads to the format of the API (spec/areas/collaboration/uploads, states). */
import type { components } from '#generated/api';
import { expiryOf } from '#platform/files/uploads';

/** An upload as it is stored. Its `size` is null until the server has measured the file. */
export interface UploadRow extends Omit<components['schemas']['Upload'], 'status'> {
  readonly fileKey: string;
  readonly uploadedAt: string | null;
  readonly consumedAt: string | null;
  readonly createdById: string | null;
}

/** The number of seconds until the URL of an upload expires. */
export const urlSeconds = 900;

/** @param storedSize the size of a file that a client has uploaded directly to the file store, if its row does not contain the size yet */
export function toContractUpload(
  { uploadedAt, consumedAt, createdById: _createdById, ...row }: UploadRow,
  storedSize?: number,
): components['schemas']['Upload'] {
  const isUploaded = uploadedAt !== null || storedSize !== undefined;
  const expiresAt = isUploaded ? new Date(expiryOf(row.expiresAt, uploadedAt !== null)).toISOString() : row.expiresAt;
  const status = consumedAt !== null ? 'consumed' : Date.parse(expiresAt) <= Date.now() ? 'expired' : isUploaded ? 'uploaded' : 'pending';
  return { ...row, expiresAt, size: row.size ?? storedSize ?? null, status };
}
