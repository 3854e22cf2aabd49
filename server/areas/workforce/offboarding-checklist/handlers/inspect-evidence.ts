/** The file that a completion or a revocation can include (offboarding-checklist, rule 9). */
import type { components } from '#generated/api';
import { type AttachmentRow, attachmentFolder, addAttachment } from '#domain/collaboration/attachments/attachments';
import { inspectFile, isInspected, type SenderContext } from '#documents/files/receive';
import { type StorageContext, storeFile } from '#platform/files/store';
import type { ActingMember } from '#platform/identity/acting-member';
import { invalid } from '#platform/refusals/refusal';

type Fields = Pick<components['schemas']['OffboardingProof'], 'fileName' | 'fileType' | 'fileData' | 'fileKey'>;

/**
 * Inspects the file of a request before anything is written.
 * @returns undefined if the request has none; otherwise a function that attaches it, or its refusal: 400, 413, 415 or 422
 */
export async function inspectEvidence(context: StorageContext & SenderContext, { fileName, fileType, fileData, fileKey }: Fields) {
  if ([fileName, fileType, fileData, fileKey].every((field) => field === undefined)) return undefined;
  if (fileName === undefined || fileType === undefined) {
    const required = 'is required with a file';
    return invalid({ ...(fileName === undefined && { fileName: required }), ...(fileType === undefined && { fileType: required }) });
  }
  const found = await inspectFile(context, { fileName, fileType, fileData, fileKey }, { purpose: 'evidence' });
  if (!isInspected(found)) return found;
  const { draft, ...described } = found;
  const { size, sha256 } = draft;

  /** Attaches the file to a record. @returns the file, or a refusal if the storage is full: 413 */
  async function attach({ entityId, by, description }: AttachedTo) {
    const owner = { entityType: 'offboarding_checklist', entityId } as const;
    const key = await storeFile(context, draft, attachmentFolder(owner), described.name);
    if (typeof key !== 'string') return key;
    const file = { ...described, size, sha256, key };
    const row: AttachmentRow = await addAttachment(context.db, file, { ...owner, uploadedById: by.userId, via: by.via, description });
    return row;
  }
  return { attach };
}

interface AttachedTo {
  /** The id of a completion or a revocation. */
  readonly entityId: string;
  /** The user who adds the file. */
  readonly by: Pick<ActingMember, 'userId' | 'via'>;
  readonly description?: string | undefined;
}
