/** A file that comes with a request, inline or by the key of an upload (CONVENTIONS 9; areas/attachments, rules 1–7). */
import type { components } from '../../generated/api.d.ts';
import type { OrganizationContext } from '../context.ts';
import { invalid, refusal } from '../contract/errors.ts';
import type { Draft, Files, Measure } from '../outside/files.ts';
import { sha256Of } from '../outside/measure.ts';
import { misfitOf } from './content.ts';
import { isRefusedName, isRefusedType, mediaTypeOf } from './refused.ts';
import { consumeUpload } from './uploads.ts';

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
  /** Most bytes; 100 MiB if not said. */
  readonly limit?: number;
  /** Which media types are taken; all that are not refused if not said. */
  readonly accepts?: (type: string) => boolean;
}

interface Described {
  /** Trimmed. */
  readonly name: string;
  /** Without parameters, in lower case. */
  readonly type: string;
  /** Hex. */
  readonly sha256: string;
}

/** A file in memory, for who has to look at all of it. */
export interface ReceivedFile extends Described {
  readonly bytes: Buffer;
}

/** A file that is not in memory, for who only stores it. */
export interface AcceptedFile extends Described {
  /** Bytes. */
  readonly size: number;
  /** Its bytes in pieces, until it is kept. */
  content(): AsyncIterable<Uint8Array>;
  /** Makes it the file of this key, once. It is removed again if the change is not kept. */
  keep(key: string): Promise<void>;
}

export const largestFile = 104_857_600;
export const tooLarge = (limit: number) => refusal(413, `The file may have at most ${limit} bytes`);

/** @returns the file, or the refusal of it: 400, 413, 415 or 422 */
export async function acceptFile({ db, outside: { files }, settled }: Pick<OrganizationContext, 'db' | 'outside' | 'settled'>, input: FileInput, wanted: Wanted) {
  const described = describe(input, wanted);
  if ('status' in described) return described;
  const { limit = largestFile, purpose } = wanted;
  let draft: Draft;
  if (input.fileKey === undefined) {
    const found = draftOf(files, input, limit);
    if ('status' in found) return found;
    draft = found;
  } else {
    const key = await keyOf(files, input.fileKey, db.organizationId, purpose, limit);
    if (typeof key !== 'string') return key;
    const upload = await consumeUpload(db, key);
    // Another name or a copy, because whoever has the address may still send other bytes.
    const found = upload && await files.draftOf(key, known(files, upload));
    if (!found) return notUploaded();
    draft = found;
    settled(() => found.discard());
    if (draft.size > limit) return tooLarge(limit);
  }
  const misfit = misfitOf(draft.start, described.type);
  if (misfit !== undefined) return refusal(422, misfit);
  const file: AcceptedFile = {
    ...described, size: draft.size, sha256: draft.sha256, content: () => draft.content(),
    async keep(key) {
      settled(async (kept) => { if (!kept) await files.remove(key); });
      await draft.keep(key);
    },
  };
  return file;
}

export function isAccepted(answer: Awaited<ReturnType<typeof acceptFile>>): answer is AcceptedFile {
  return 'keep' in answer;
}

/** The same, with all of the file in memory. @returns the file, or the refusal of it: 400, 413, 415 or 422 */
export async function receiveFile({ db, outside: { files } }: Pick<OrganizationContext, 'db' | 'outside'>, input: FileInput, wanted: Wanted) {
  const described = describe(input, wanted);
  if ('status' in described) return described;
  const { limit = largestFile, purpose } = wanted;
  let bytes: Buffer | undefined;
  if (input.fileKey === undefined) {
    const draft = draftOf(files, input, limit);
    if ('status' in draft) return draft;
    bytes = await draft.read();
  } else {
    const key = await keyOf(files, input.fileKey, db.organizationId, purpose, limit);
    if (typeof key !== 'string') return key;
    const upload = await consumeUpload(db, key);
    bytes = upload && await files.read(key, known(files, upload)?.sha256);
  }
  if (!bytes) return notUploaded();
  const misfit = misfitOf(bytes, described.type);
  if (misfit !== undefined) return refusal(422, misfit);
  return { ...described, bytes, sha256: sha256Of(bytes) };
}

export function isReceived(answer: Awaited<ReturnType<typeof receiveFile>>): answer is ReceivedFile {
  return 'bytes' in answer;
}

function describe({ fileName, fileType, fileData, fileKey }: FileInput, { accepts = () => true }: Wanted) {
  const name = fileName.trim();
  const type = mediaTypeOf(fileType);
  if (isRefusedName(name)) return refusal(415, 'Files with this extension are not taken');
  if (isRefusedType(type) || !accepts(type)) return refusal(415, `Files of the type ${type} are not taken`);
  if ((fileData === undefined) === (fileKey === undefined)) return invalid({ fileData: 'must be set when fileKey is not, and only then' });
  return { name, type };
}

function draftOf(files: Files, { fileData = '' }: FileInput, limit: number) {
  const draft = files.drafted(fileData);
  if (!draft) return invalid({ fileData: 'must be base64' });
  return draft.size > limit ? tooLarge(limit) : draft;
}

/** The key, when it is one of an upload of the organization with the purpose, and there is a file of a fitting size under it. */
async function keyOf(files: Files, fileKey: string, organizationId: string, purpose: UploadPurpose, limit: number) {
  const folder = `${organizationId}/uploads/${purpose}/`;
  if (!fileKey.startsWith(folder) || !/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/.test(fileKey.slice(folder.length))) return invalid({ fileKey: `must be the key of an upload of the organization with the purpose ${purpose}` });
  const size = await files.size(fileKey);
  if (size === undefined) return notUploaded();
  if (size === 0) return invalid({ fileKey: 'must not be an empty file' });
  return size > limit ? tooLarge(limit) : fileKey;
}

/** In a store that clients reach themselves they may have sent something else since. */
function known({ direct }: Files, { measure }: { readonly measure: Measure | undefined }): Measure | undefined {
  return direct ? undefined : measure;
}

function notUploaded() {
  return invalid({ fileKey: 'must be uploaded first' });
}
