/** Inspects and attaches the file of a completion or a revocation (offboarding-checklist, rule 9). */
import type { components } from '#generated/api';
import { type AttachmentRow, attachmentFolder, addAttachment } from '#domain/collaboration/attachments/attachments';
import { inspectFile, isInspected, type SenderContext } from '#documents/files/receive';
import { type StorageContext, storeFile } from '#platform/files/store';
import type { ActingMember } from '#platform/identity/acting-member';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';

type FileFields = Pick<components['schemas']['OffboardingProof'], 'fileName' | 'fileType' | 'fileData' | 'fileKey'>;

/**
 * Inspects the file of a request before anything is written.
 * @returns an object whose `attach` stores the file, or a refusal (400, 413, 415 or 422); undefined if the request includes no file
 */
export async function inspectEvidence(context: StorageContext & SenderContext, { fileName, fileType, fileData, fileKey }: FileFields) {
  if ([fileName, fileType, fileData, fileKey].every((field) => field === undefined)) return undefined;
  if (fileName === undefined || fileType === undefined) {
    const error = fieldErrors.required('with a file');
    return invalid({ ...(fileName === undefined && { fileName: error }), ...(fileType === undefined && { fileType: error }) });
  }
  const inspectedFile = await inspectFile(context, { fileName, fileType, fileData, fileKey }, { purpose: 'evidence' });
  if (!isInspected(inspectedFile)) return inspectedFile;
  const { draft, ...fileFields } = inspectedFile;
  const { size, sha256 } = draft;

  /** Attaches the file to a record. @returns the stored file, or a refusal (413) if the storage is full */
  async function attach({ entityId, by, description }: AttachmentTarget) {
    const owner = { entityType: 'offboarding_checklist', entityId } as const;
    const key = await storeFile(context, draft, attachmentFolder(owner), fileFields.name);
    if (typeof key !== 'string') return key;
    const file = { ...fileFields, size, sha256, key };
    const row: AttachmentRow = await addAttachment(context.db, file, { ...owner, uploadedById: by.userId, via: by.via, description });
    return row;
  }
  return { attach };
}

interface AttachmentTarget {
  /** The id of a completion or a revocation. */
  readonly entityId: string;
  /** The user who adds the file. */
  readonly by: Pick<ActingMember, 'userId' | 'via'>;
  readonly description?: string | undefined;
}
