/** Receives the file of a request, which is in the body or was uploaded before (spec/conventions, 9; attachments, rules 1–7). */
import type { components } from '#generated/api';
import type { OrganizationContext } from '#platform/context';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { Draft, Files, SizeAndHash } from '#platform/ports/files';
import { sha256Of } from '#platform/ports/measure';
import { findContentMismatch } from '#platform/files/content';
import { isExecutableType, mediaTypeOf } from '#platform/files/executable-types';
import { validateFileName, validateScriptName } from '#platform/files/file-names';
import type { Actor } from '#platform/identity/actor';
import { type StorageContext, storeFile } from '#platform/files/store';
import { consumeUpload, maxFileBytes, recordUploadContent, type UploadContent } from '#platform/files/uploads';

export interface FileInput {
  readonly fileName: string;
  readonly fileType: string;
  /** The name of a draft file, with which the contract layer has replaced the base64 content (contract/body.ts). */
  readonly fileData?: string | undefined;
  readonly fileKey?: string | undefined;
}

export type UploadPurpose = components['schemas']['UploadPurpose'];

export interface FileRequirements {
  /** The purpose that an upload must have. */
  readonly purpose: UploadPurpose;
  /** The maximum number of bytes; the default is 100 MiB. */
  readonly limit?: number;
  /** Returns whether a media type is accepted. By default, all types are accepted, except blocked types. */
  readonly accepts?: (type: string) => boolean;
}

interface FileDescription {
  /** The trimmed file name. */
  readonly name: string;
  /** The media type in lowercase, without parameters. */
  readonly type: string;
  /** The SHA-256 in hexadecimal. */
  readonly sha256: string;
}

/** A file in memory, for callers that need all of its content. */
export interface ReceivedFile extends FileDescription {
  readonly bytes: Buffer;
}

/** A file that was stored without being loaded into memory. It is deleted if the transaction rolls back. */
export interface AcceptedFile extends FileDescription {
  /** The size in bytes. */
  readonly size: number;
  readonly key: string;
}

/** The user who sends the file, and who can use only their own uploads. */
export interface SenderContext {
  readonly actor: Pick<Actor, 'user'>;
}

export const tooLargeRefusal = (limit: number) => refusal('file_too_large', { limit });

/** Validates a file before it is stored. @returns the file, or its refusal: 400, 413, 415 or 422 */
export async function inspectFile(
  context: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit'> & SenderContext,
  input: FileInput,
  requirements: FileRequirements,
) {
  if (input.fileKey === undefined) return inspectInline(context.ports.files, input, requirements);
  const description = validateDescription(input, requirements);
  if (isRefusal(description)) return description;
  const draft = await createUploadDraft(context, input.fileKey, requirements);
  if (!('keep' in draft)) return draft;
  return findContentMismatch(draft.start, description.type) ?? { ...description, draft };
}

/**
 * Validates a file that is never served, and may therefore be a program.
 * @param requirements must include the accepted media types @returns the file, or its refusal
 */
export async function inspectScript(
  context: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit'> & SenderContext,
  input: FileInput,
  requirements: FileRequirements & Required<Pick<FileRequirements, 'accepts'>>,
) {
  const description = validateScript(input, requirements);
  if (isRefusal(description)) return description;
  const draft =
    input.fileKey === undefined
      ? findValidDraft(context.ports.files, input, requirements.limit ?? maxFileBytes)
      : await createUploadDraft(context, input.fileKey, requirements);
  return 'keep' in draft ? { ...description, draft } : draft;
}

/** Copies an upload into a draft. @returns the draft, or its refusal: 400 or 413 */
export async function createUploadDraft(
  context: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit'> & SenderContext,
  fileKey: string,
  { limit = maxFileBytes, purpose }: FileRequirements,
) {
  const {
    ports: { files },
    afterCommit,
  } = context;
  const upload = await findUpload(context, fileKey, purpose, limit);
  if (isRefusal(upload)) return upload;
  // The file store moves or copies the upload, because the client can still overwrite the upload by its signed URL.
  const draft = await files.draftOf(upload.key, limit);
  if (!draft) return notUploadedRefusal();
  afterCommit(() => draft.discard());
  if (draft.size > limit) return tooLargeRefusal(limit);
  return (await checkUpload(context, upload, draft)) ?? draft;
}

/** Validates a file in the body of a request. @returns the file, or its refusal: 400, 413, 415 or 422 */
export function inspectInline(files: Files, input: FileInput, requirements: FileRequirements) {
  const description = validateDescription(input, requirements);
  if (isRefusal(description)) return description;
  const draft = findValidDraft(files, input, requirements.limit ?? maxFileBytes);
  if (isRefusal(draft)) return draft;
  return findContentMismatch(draft.start, description.type) ?? { ...description, draft };
}

/** A valid file that is not stored yet. */
interface InspectedFile extends Pick<FileDescription, 'name' | 'type'> {
  readonly draft: Draft;
}

export function isInspected(answer: Awaited<ReturnType<typeof inspectFile | typeof inspectScript>>): answer is InspectedFile {
  return 'draft' in answer;
}

/** Stores a file. @param folder relative to the organization's folder @returns the file, or its refusal: 400, 413, 415 or 422 */
export async function acceptFile(context: StorageContext & SenderContext, input: FileInput, required: FileRequirements, folder: string) {
  const inspected = await inspectFile(context, input, required);
  if (!isInspected(inspected)) return inspected;
  const { draft, ...description } = inspected;
  const key = await storeFile(context, draft, folder, description.name);
  if (typeof key !== 'string') return key;
  const file: AcceptedFile = { ...description, size: draft.size, sha256: draft.sha256, key };
  return file;
}

export function isAccepted(answer: Awaited<ReturnType<typeof acceptFile>>): answer is AcceptedFile {
  return 'key' in answer;
}

/** Reads the whole file into memory. @returns the file, or its refusal: 400, 413, 415 or 422 */
export async function receiveFile(
  context: Pick<OrganizationContext, 'db' | 'ports'> & SenderContext,
  input: FileInput,
  requirements: FileRequirements,
) {
  const {
    ports: { files },
  } = context;
  const description = validateDescription(input, requirements);
  if (isRefusal(description)) return description;
  const { limit = maxFileBytes, purpose } = requirements;
  let bytes: Buffer | undefined;
  if (input.fileKey === undefined) {
    const draft = findValidDraft(files, input, limit);
    if (isRefusal(draft)) return draft;
    bytes = await draft.read();
  } else {
    const upload = await findUpload(context, input.fileKey, purpose, limit);
    if (isRefusal(upload)) return upload;
    bytes = await files.read(upload.key);
    const refused = bytes && (await checkUpload(context, upload, { size: bytes.length, sha256: sha256Of(bytes) }));
    if (refused) return refused;
  }
  if (!bytes) return notUploadedRefusal();
  const refused = findContentMismatch(bytes, description.type);
  if (refused) return refused;
  return { ...description, bytes, sha256: sha256Of(bytes) };
}

export function isReceived(answer: Awaited<ReturnType<typeof receiveFile>>): answer is ReceivedFile {
  return 'bytes' in answer;
}

function validateDescription(input: FileInput, { accepts = () => true }: FileRequirements) {
  const name = validateFileName(input.fileName);
  if (typeof name !== 'string') return name;
  return validateScript(input, { accepts: (type) => !isExecutableType(type) && accepts(type) });
}

function validateScript({ fileName, fileType, fileData, fileKey }: FileInput, { accepts }: Required<Pick<FileRequirements, 'accepts'>>) {
  const name = validateScriptName(fileName);
  if (typeof name !== 'string') return name;
  const type = mediaTypeOf(fileType);
  if (!accepts(type)) return refusal('file_type_not_allowed', { fileType: type });
  if ((fileData === undefined) === (fileKey === undefined)) return invalid({ fileData: fieldErrors.eitherOr('fileData', 'fileKey') });
  return { name, type };
}

function findValidDraft(files: Files, { fileData = '' }: FileInput, limit: number) {
  const draft = files.findDraft(fileData);
  if (!draft) return invalid({ fileData: fieldErrors.invalidBase64() });
  return draft.size > limit ? tooLargeRefusal(limit) : draft;
}

/** @returns the upload, or a refusal if the key has another organization or purpose, or the file is missing, empty or too large */
async function findUpload(
  { db, actor, ports: { files } }: Pick<OrganizationContext, 'db' | 'ports'> & SenderContext,
  fileKey: string,
  purpose: UploadPurpose,
  limit: number,
) {
  const folder = `${db.organizationId}/uploads/${purpose}/`;
  if (!fileKey.startsWith(folder) || !/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/.test(fileKey.slice(folder.length)))
    return invalid({
      fileKey: fieldErrors.unknownReference('upload', `the key of an upload of the organization with the purpose ${purpose}`),
    });
  const upload = await consumeUpload(db, files, fileKey, actor.user?.id);
  const size = upload && (upload.measure?.size ?? (await files.size(upload.key)));
  if (!upload || size === undefined) return notUploadedRefusal();
  if (size === 0) return invalid({ fileKey: fieldErrors.emptyFile() });
  return size > limit ? tooLargeRefusal(limit) : upload;
}

/**
 * Checks that the file has not changed since its upload. Counts a file whose size was not recorded at the upload toward the storage quota.
 * @returns a refusal if the file has changed or exceeds the quota, otherwise undefined
 */
async function checkUpload(
  { db, ports: { storage } }: Pick<OrganizationContext, 'db' | 'ports'>,
  { key, measure }: UploadContent,
  actual: SizeAndHash,
) {
  if (!measure) return recordUploadContent(db, storage, key, actual);
  return actual.size === measure.size && actual.sha256 === measure.sha256
    ? undefined
    : invalid({ fileKey: fieldErrors.notAllowed('is damaged and must be uploaded again') });
}

function notUploadedRefusal() {
  return invalid({ fileKey: { code: 'unknown_reference', message: 'must be uploaded first', params: { type: 'upload' } } });
}
