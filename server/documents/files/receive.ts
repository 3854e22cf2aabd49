/** Receives a file of a request, inline or by the key of an upload (spec/conventions, 9; attachments, rules 1–7). */
import type { components } from '#generated/api';
import type { OrganizationContext } from '#platform/context';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import type { Draft, Files, Measure } from '#platform/ports/files';
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
  /** The name of a draft: the contract layer has already replaced the base64 (contract/body.ts). */
  readonly fileData?: string | undefined;
  readonly fileKey?: string | undefined;
}

export type UploadPurpose = components['schemas']['UploadPurpose'];

export interface FileRequirements {
  /** Required purpose of the upload when the file is given by key. */
  readonly purpose: UploadPurpose;
  /** The maximum number of bytes; the default is 100 MiB. */
  readonly limit?: number;
  /** The accepted media types; by default, all that are not blocked. */
  readonly accepts?: (type: string) => boolean;
}

interface Described {
  /** Trimmed. */
  readonly name: string;
  /** Without parameters, in lowercase. */
  readonly type: string;
  /** Hex. */
  readonly sha256: string;
}

/** A file in memory, for callers that need all of its content. */
export interface ReceivedFile extends Described {
  readonly bytes: Buffer;
}

/** A file that was stored without being loaded into memory. It is deleted if the transaction rolls back. */
export interface AcceptedFile extends Described {
  /** Bytes. */
  readonly size: number;
  readonly key: string;
}

/** The user who sends the file: uploads of other users cannot be used. */
export interface SenderContext {
  readonly actor: Pick<Actor, 'user'>;
}

export const refuseTooLarge = (limit: number) => refusal('file_too_large', { limit });

/** Validates a file before it is stored. @returns the file, or its refusal: 400, 413, 415 or 422 */
export async function inspectFile(
  context: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit'> & SenderContext,
  input: FileInput,
  wanted: FileRequirements,
) {
  if (input.fileKey === undefined) return inspectInline(context.ports.files, input, wanted);
  const described = describe(input, wanted);
  if (isRefusal(described)) return described;
  const draft = await createUploadDraft(context, input.fileKey, wanted);
  if (!('keep' in draft)) return draft;
  return findContentMismatch(draft.start, described.type) ?? { ...described, draft };
}

/**
 * The same for a file that is never served, so it may be or contain a program.
 * @param accepts the accepted media types
 */
export async function inspectScript(
  context: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit'> & SenderContext,
  input: FileInput,
  wanted: FileRequirements & Required<Pick<FileRequirements, 'accepts'>>,
) {
  const described = describeScript(input, wanted);
  if (isRefusal(described)) return described;
  const draft =
    input.fileKey === undefined
      ? draftOf(context.ports.files, input, wanted.limit ?? maxFileBytes)
      : await createUploadDraft(context, input.fileKey, wanted);
  return 'keep' in draft ? { ...described, draft } : draft;
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
  const upload = await uploadOf(context, fileKey, purpose, limit);
  if (isRefusal(upload)) return upload;
  // Moved or copied, because the client can still overwrite the upload through its signed address.
  const draft = await files.draftOf(upload.key, limit);
  if (!draft) return refuseNotUploaded();
  afterCommit(() => draft.discard());
  if (draft.size > limit) return refuseTooLarge(limit);
  return (await refuseUpload(context, upload, draft)) ?? draft;
}

/** Validates a file in the body of a request. @returns the file, or its refusal: 400, 413, 415 or 422 */
export function inspectInline(files: Files, input: FileInput, wanted: FileRequirements) {
  const described = describe(input, wanted);
  if (isRefusal(described)) return described;
  const draft = draftOf(files, input, wanted.limit ?? maxFileBytes);
  if (isRefusal(draft)) return draft;
  return findContentMismatch(draft.start, described.type) ?? { ...described, draft };
}

/** A valid file that is not stored yet. */
interface InspectedFile extends Pick<Described, 'name' | 'type'> {
  readonly draft: Draft;
}

export function isInspected(answer: Awaited<ReturnType<typeof inspectFile | typeof inspectScript>>): answer is InspectedFile {
  return 'draft' in answer;
}

/** Stores a file. @param folder relative to the organization's @returns the file, or its refusal: 400, 413, 415 or 422 */
export async function acceptFile(context: StorageContext & SenderContext, input: FileInput, wanted: FileRequirements, folder: string) {
  const found = await inspectFile(context, input, wanted);
  if (!isInspected(found)) return found;
  const { draft, ...described } = found;
  const key = await storeFile(context, draft, folder, described.name);
  if (typeof key !== 'string') return key;
  const file: AcceptedFile = { ...described, size: draft.size, sha256: draft.sha256, key };
  return file;
}

export function isAccepted(answer: Awaited<ReturnType<typeof acceptFile>>): answer is AcceptedFile {
  return 'key' in answer;
}

/** The same, with the whole file in memory. @returns the file, or its refusal: 400, 413, 415 or 422 */
export async function receiveFile(
  context: Pick<OrganizationContext, 'db' | 'ports'> & SenderContext,
  input: FileInput,
  wanted: FileRequirements,
) {
  const {
    ports: { files },
  } = context;
  const described = describe(input, wanted);
  if (isRefusal(described)) return described;
  const { limit = maxFileBytes, purpose } = wanted;
  let bytes: Buffer | undefined;
  if (input.fileKey === undefined) {
    const draft = draftOf(files, input, limit);
    if (isRefusal(draft)) return draft;
    bytes = await draft.read();
  } else {
    const upload = await uploadOf(context, input.fileKey, purpose, limit);
    if (isRefusal(upload)) return upload;
    bytes = await files.read(upload.key);
    const refused = bytes && (await refuseUpload(context, upload, { size: bytes.length, sha256: sha256Of(bytes) }));
    if (refused) return refused;
  }
  if (!bytes) return refuseNotUploaded();
  const refused = findContentMismatch(bytes, described.type);
  if (refused) return refused;
  return { ...described, bytes, sha256: sha256Of(bytes) };
}

export function isReceived(answer: Awaited<ReturnType<typeof receiveFile>>): answer is ReceivedFile {
  return 'bytes' in answer;
}

function describe(input: FileInput, { accepts = () => true }: FileRequirements) {
  const name = validateFileName(input.fileName);
  if (typeof name !== 'string') return name;
  return describeScript(input, { accepts: (type) => !isExecutableType(type) && accepts(type) });
}

function describeScript({ fileName, fileType, fileData, fileKey }: FileInput, { accepts }: Required<Pick<FileRequirements, 'accepts'>>) {
  const name = validateScriptName(fileName);
  if (typeof name !== 'string') return name;
  const type = mediaTypeOf(fileType);
  if (!accepts(type)) return refusal('file_type_not_allowed', { fileType: type });
  if ((fileData === undefined) === (fileKey === undefined))
    return invalid({ fileData: 'must be set if fileKey is not set, and must not be set otherwise' });
  return { name, type };
}

function draftOf(files: Files, { fileData = '' }: FileInput, limit: number) {
  const draft = files.findDraft(fileData);
  if (!draft) return invalid({ fileData: 'must be base64' });
  return draft.size > limit ? refuseTooLarge(limit) : draft;
}

/** Finds the upload, if the key belongs to the organization and the purpose, and a file of a valid size was uploaded. */
async function uploadOf(
  { db, actor, ports: { files } }: Pick<OrganizationContext, 'db' | 'ports'> & SenderContext,
  fileKey: string,
  purpose: UploadPurpose,
  limit: number,
) {
  const folder = `${db.organizationId}/uploads/${purpose}/`;
  if (!fileKey.startsWith(folder) || !/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/.test(fileKey.slice(folder.length)))
    return invalid({ fileKey: `must be the key of an upload of the organization with the purpose ${purpose}` });
  const upload = await consumeUpload(db, files, fileKey, actor.user?.id);
  const size = upload && (upload.measure?.size ?? (await files.size(upload.key)));
  if (!upload || size === undefined) return refuseNotUploaded();
  if (size === 0) return invalid({ fileKey: 'must not be an empty file' });
  return size > limit ? refuseTooLarge(limit) : upload;
}

/**
 * Checks that the bytes are those measured at upload time, or counts unmeasured ones toward the storage quota. @returns the refusal if they differ or
 * the
 * quota is exceeded
 */
async function refuseUpload(
  { db, ports: { storage } }: Pick<OrganizationContext, 'db' | 'ports'>,
  { key, measure }: UploadContent,
  read: Measure,
) {
  if (!measure) return recordUploadContent(db, storage, key, read);
  return read.size === measure.size && read.sha256 === measure.sha256
    ? undefined
    : invalid({ fileKey: 'is damaged and must be uploaded again' });
}

function refuseNotUploaded() {
  return invalid({ fileKey: 'must be uploaded first' });
}
