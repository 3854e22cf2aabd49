/** The file that may come with a completion or a revocation (spec/areas/offboarding-checklist, rule 9). */
import type { components } from '../../../../generated/api.d.ts';
import { type AttachmentRow, folderOf, keepAttachment } from '../../../domain/attachments/attachments.ts';
import { inspectFile, isInspected } from '../../../domain/files/receive.ts';
import { type Storing, storeFile } from '../../../platform/files/store.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';

type Fields = Pick<components['schemas']['OffboardingProof'], 'fileName' | 'fileType' | 'fileData' | 'fileKey'>;

/**
 * Looks at the file of a request, before anything is written.
 * @returns undefined when the request has none; else what attaches it, or the refusal of it: 400, 413, 415 or 422
 */
export async function proofIn(context: Storing, { fileName, fileType, fileData, fileKey }: Fields) {
  if ([fileName, fileType, fileData, fileKey].every((field) => field === undefined)) return undefined;
  if (fileName === undefined || fileType === undefined) {
    const required = 'is required with a file';
    return invalid({ ...(fileName === undefined && { fileName: required }), ...(fileType === undefined && { fileType: required }) });
  }
  const found = await inspectFile(context, { fileName, fileType, fileData, fileKey }, { purpose: 'evidence' });
  if (!isInspected(found)) return found;
  const { draft, ...described } = found;
  const { size, sha256 } = draft;

  /** Attaches it to a record. @returns the file, or the refusal of it when the store is full: 413 */
  async function attach({ entityId, userId, description }: AttachedTo) {
    const owner = { entityType: 'offboarding_checklist', entityId } as const;
    const key = await storeFile(context, draft, folderOf(owner), described.name);
    if (typeof key !== 'string') return key;
    const file = { ...described, size, sha256, key };
    const row: AttachmentRow = await keepAttachment(context.db, file, { ...owner, uploadedById: userId, description });
    return row;
  }
  return { attach };
}

interface AttachedTo {
  /** Id of a completion or a revocation. */
  readonly entityId: string;
  /** Who adds the file. */
  readonly userId: string;
  readonly description?: string | undefined;
}
