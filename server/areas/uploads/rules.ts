/** What an upload shows of itself (spec/areas/uploads, states). */
import type { components } from '../../../generated/api.d.ts';
import { endOf } from '../../platform/files/uploads.ts';
import type { UploadRow } from './queries.ts';

/** Seconds for which an address works. */
export const addressWorks = 900;

/** @param seen bytes that were found in a store that clients reach themselves, before anybody noted them */
export function uploadOf({ uploadedAt, consumedAt, ...row }: UploadRow, seen?: number): components['schemas']['Upload'] {
  const isThere = uploadedAt !== null || seen !== undefined;
  const expiresAt = isThere ? new Date(endOf(row.expiresAt, uploadedAt !== null)).toISOString() : row.expiresAt;
  const status = consumedAt !== null ? 'consumed' : Date.parse(expiresAt) <= Date.now() ? 'expired' : isThere ? 'uploaded' : 'pending';
  return { ...row, expiresAt, size: row.size ?? seen ?? null, status };
}
