/** A file that comes with a request, inline or by the key of an upload (CONVENTIONS 9; areas/attachments, rules 1–7). */
import { createHash } from 'node:crypto';
import type { OrganizationContext } from '../context.ts';
import { invalid, refusal } from '../contract/errors.ts';
import type { Outside } from '../outside/index.ts';
import { isRefusedName, isRefusedType, mediaTypeOf } from './refused.ts';
import { contentFits } from './content.ts';

export interface FileInput {
  readonly fileName: string;
  readonly fileType: string;
  readonly fileData?: string | undefined;
  readonly fileKey?: string | undefined;
}

export type UploadPurpose = 'questionnaire' | 'policy_pdf' | 'evidence' | 'attachment' | 'document' | 'general';

export interface Wanted {
  /** Of the upload, when the file comes by key. */
  readonly purpose: UploadPurpose;
  /** Most bytes; 100 MiB if not said. */
  readonly limit?: number;
  /** Which media types are taken; all that are not refused if not said. */
  readonly accepts?: (type: string) => boolean;
}

export interface ReceivedFile {
  /** Trimmed. */
  readonly name: string;
  /** Without parameters, in lower case. */
  readonly type: string;
  readonly bytes: Buffer;
  /** Hex. */
  readonly sha256: string;
}

export const largestFile = 104_857_600;

/** @returns the file, or the refusal of it: 400, 413, 415 or 422 */
export async function receiveFile({ db: { organizationId }, outside: { files } }: Pick<OrganizationContext, 'db' | 'outside'>, input: FileInput, { purpose, limit = largestFile, accepts = () => true }: Wanted) {
  const name = input.fileName.trim();
  const type = mediaTypeOf(input.fileType);
  if (isRefusedName(name)) return refusal(415, 'Files with this extension are not taken');
  if (isRefusedType(type) || !accepts(type)) return refusal(415, `Files of the type ${type} are not taken`);
  const bytes = await bytesOf(input, organizationId, files, purpose, limit);
  if (!Buffer.isBuffer(bytes)) return bytes;
  if (!contentFits(bytes, type)) return refusal(422, `The file is not of the type ${type}`);
  return { name, type, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export function isReceived(answer: Awaited<ReturnType<typeof receiveFile>>): answer is ReceivedFile {
  return 'bytes' in answer;
}

const tooLarge = (limit: number) => refusal(413, `The file may have at most ${limit} bytes`);

async function bytesOf({ fileData, fileKey }: FileInput, organizationId: string, files: Outside['files'], purpose: UploadPurpose, limit: number) {
  if ((fileData === undefined) === (fileKey === undefined)) return invalid({ fileData: 'must be set when fileKey is not, and only then' });
  if (fileKey === undefined) {
    const bytes = Buffer.from(fileData ?? '', 'base64');
    // Only what comes out as it went in was base64 throughout.
    if (bytes.toString('base64') !== fileData) return invalid({ fileData: 'must be base64' });
    return bytes.length > limit ? tooLarge(limit) : bytes;
  }
  const folder = `${organizationId}/uploads/${purpose}/`;
  if (!fileKey.startsWith(folder) || !/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/.test(fileKey.slice(folder.length))) return invalid({ fileKey: `must be the key of an upload of the organization with the purpose ${purpose}` });
  const size = await files.size(fileKey);
  if (size === 0) return invalid({ fileKey: 'must not be an empty file' });
  if (size !== undefined && size > limit) return tooLarge(limit);
  return await files.read(fileKey) ?? invalid({ fileKey: 'must be uploaded first' });
}
