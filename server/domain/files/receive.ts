/** A file that comes with a request, inline or by the key of an upload (spec/conventions, 9; spec/areas/attachments, rules 1–7). */
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationContext } from '../../platform/context.ts';
import { invalid, isRefusal, refusal } from '../../platform/refusals/refusal.ts';
import type { Draft, Files, Measure } from '../../platform/ports/files.ts';
import { sha256Of } from '../../platform/ports/measure.ts';
import { misfitOf } from '../../platform/files/content.ts';
import { isExecutableName, isExecutableType, mediaTypeOf } from '../../platform/files/executable-types.ts';
import { type Storing, storeFile } from '../../platform/files/store.ts';
import { consumeUpload, largestFile, noteFound, type UploadContent } from '../../platform/files/uploads.ts';

export interface FileInput {
  readonly fileName: string;
  readonly fileType: string;
  /** The name of a draft: the contract layer has taken the base64 out (contract/body.ts). */
  readonly fileData?: string | undefined;
  readonly fileKey?: string | undefined;
}

export type UploadPurpose = components['schemas']['UploadPurpose'];

export interface Wanted {
  /** Of the upload, when the file comes by key. */
  readonly purpose: UploadPurpose;
  /** The maximum number of bytes; the default is 100 MiB. */
  readonly limit?: number;
  /** The accepted media types; by default, all that are not refused. */
  readonly accepts?: (type: string) => boolean;
  /** The type of files that are never handed out as they came, so that it does not matter what could run in them. */
  readonly rewrites?: string;
}

interface Described {
  /** Trimmed. */
  readonly name: string;
  /** Without parameters, in lower case. */
  readonly type: string;
  /** Hex. */
  readonly sha256: string;
}

/** A file in memory, for callers that need all of its content. */
export interface ReceivedFile extends Described {
  readonly bytes: Buffer;
}

/** A file that was stored without ever being in memory. It is removed again if the change is not kept. */
export interface AcceptedFile extends Described {
  /** Bytes. */
  readonly size: number;
  readonly key: string;
}

export const tooLarge = (limit: number) => refusal('file_too_large', { limit });

/** Looks at a file before it is stored. @returns it, or the refusal of it: 400, 413, 415 or 422 */
export async function inspectFile(context: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit'>, input: FileInput, wanted: Wanted) {
  if (input.fileKey === undefined) return inspectInline(context.ports.files, input, wanted);
  const described = describe(input, wanted);
  if (isRefusal(described)) return described;
  const draft = await draftOfUpload(context, input.fileKey, wanted);
  if (!('keep' in draft)) return draft;
  return misfitOf(draft.start, described.type) ?? { ...described, draft };
}

/**
 * The same for a file that is never handed out, so that it may be a program and contain one.
 * @param accepts the media types that are taken
 */
export async function inspectScript(
  context: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit'>,
  input: FileInput,
  wanted: Wanted & Required<Pick<Wanted, 'accepts'>>,
) {
  const described = describeScript(input, wanted);
  if (isRefusal(described)) return described;
  const draft =
    input.fileKey === undefined
      ? draftOf(context.ports.files, input, wanted.limit ?? largestFile)
      : await draftOfUpload(context, input.fileKey, wanted);
  return 'keep' in draft ? { ...described, draft } : draft;
}

/** The bytes of an upload as a draft, or the refusal of them: 400, or 413. */
export async function draftOfUpload(
  context: Pick<OrganizationContext, 'db' | 'ports' | 'afterCommit'>,
  fileKey: string,
  { limit = largestFile, purpose }: Wanted,
) {
  const {
    ports: { files },
    afterCommit,
  } = context;
  const upload = await uploadOf(context, fileKey, purpose, limit);
  if (isRefusal(upload)) return upload;
  // Another name or a copy, because whoever has the address may still send other bytes.
  const draft = await files.draftOf(upload.key, limit);
  if (!draft) return notUploaded();
  afterCommit(() => draft.discard());
  if (draft.size > limit) return tooLarge(limit);
  return (await misfitOfUpload(context, upload, draft)) ?? draft;
}

/** Looks at a file in the body of a request. @returns it, or the refusal of it: 400, 413, 415 or 422 */
export function inspectInline(files: Files, input: FileInput, wanted: Wanted) {
  const described = describe(input, wanted);
  if (isRefusal(described)) return described;
  const draft = draftOf(files, input, wanted.limit ?? largestFile);
  if (isRefusal(draft)) return draft;
  return misfitOf(draft.start, described.type) ?? { ...described, draft };
}

/** A file that fits, and is not stored yet. */
interface InspectedFile extends Pick<Described, 'name' | 'type'> {
  readonly draft: Draft;
}

export function isInspected(answer: Awaited<ReturnType<typeof inspectFile | typeof inspectScript>>): answer is InspectedFile {
  return 'draft' in answer;
}

/** Stores a file. @param folder below the organization's @returns the file, or the refusal of it: 400, 413, 415 or 422 */
export async function acceptFile(context: Storing, input: FileInput, wanted: Wanted, folder: string) {
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

/** The same, with all of the file in memory. @returns the file, or the refusal of it: 400, 413, 415 or 422 */
export async function receiveFile(context: Pick<OrganizationContext, 'db' | 'ports'>, input: FileInput, wanted: Wanted) {
  const {
    ports: { files },
  } = context;
  const described = describe(input, wanted);
  if (isRefusal(described)) return described;
  const { limit = largestFile, purpose } = wanted;
  let bytes: Buffer | undefined;
  if (input.fileKey === undefined) {
    const draft = draftOf(files, input, limit);
    if (isRefusal(draft)) return draft;
    bytes = await draft.read();
  } else {
    const upload = await uploadOf(context, input.fileKey, purpose, limit);
    if (isRefusal(upload)) return upload;
    bytes = await files.read(upload.key);
    const misfit = bytes && (await misfitOfUpload(context, upload, { size: bytes.length, sha256: sha256Of(bytes) }));
    if (misfit) return misfit;
  }
  if (!bytes) return notUploaded();
  const misfit = described.type === wanted.rewrites ? undefined : misfitOf(bytes, described.type);
  if (misfit) return misfit;
  return { ...described, bytes, sha256: sha256Of(bytes) };
}

export function isReceived(answer: Awaited<ReturnType<typeof receiveFile>>): answer is ReceivedFile {
  return 'bytes' in answer;
}

function describe(input: FileInput, { accepts = () => true }: Wanted) {
  if (isExecutableName(input.fileName.trim())) return refusal('file_extension_not_allowed');
  return describeScript(input, { accepts: (type) => !isExecutableType(type) && accepts(type) });
}

function describeScript({ fileName, fileType, fileData, fileKey }: FileInput, { accepts }: Required<Pick<Wanted, 'accepts'>>) {
  const name = fileName.trim();
  const type = mediaTypeOf(fileType);
  if (!accepts(type)) return refusal('file_type_not_allowed', { fileType: type });
  if ((fileData === undefined) === (fileKey === undefined))
    return invalid({ fileData: 'must be set if fileKey is not set, and must not be set otherwise' });
  return { name, type };
}

function draftOf(files: Files, { fileData = '' }: FileInput, limit: number) {
  const draft = files.drafted(fileData);
  if (!draft) return invalid({ fileData: 'must be base64' });
  return draft.size > limit ? tooLarge(limit) : draft;
}

/** The bytes of an upload, when the key is of one of the organization with the purpose, and a file of a fitting size has come. */
async function uploadOf(
  { db, ports: { files } }: Pick<OrganizationContext, 'db' | 'ports'>,
  fileKey: string,
  purpose: UploadPurpose,
  limit: number,
) {
  const folder = `${db.organizationId}/uploads/${purpose}/`;
  if (!fileKey.startsWith(folder) || !/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/.test(fileKey.slice(folder.length)))
    return invalid({ fileKey: `must be the key of an upload of the organization with the purpose ${purpose}` });
  const upload = await consumeUpload(db, files, fileKey);
  const size = upload && (upload.measure?.size ?? (await files.size(upload.key)));
  if (!upload || size === undefined) return notUploaded();
  if (size === 0) return invalid({ fileKey: 'must not be an empty file' });
  return size > limit ? tooLarge(limit) : upload;
}

/** Whether bytes are those that came, as far as somebody looked at them then. @returns the refusal of them otherwise, or when there is no room for what nobody counted yet */
async function misfitOfUpload(
  { db, ports: { storage } }: Pick<OrganizationContext, 'db' | 'ports'>,
  { key, measure }: UploadContent,
  read: Measure,
) {
  if (!measure) return noteFound(db, storage, key, read);
  return read.size === measure.size && read.sha256 === measure.sha256
    ? undefined
    : invalid({ fileKey: 'is damaged and must be uploaded again' });
}

function notUploaded() {
  return invalid({ fileKey: 'must be uploaded first' });
}
