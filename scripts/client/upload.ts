import type { UploadCreate, UploadCreated, UploadPurpose } from '../../generated/contract.ts';
import type { Bytes } from './call.ts';
import { type AnyAnswer, orThrow } from './errors.ts';
import type { UploadProgress } from './send-file.ts';

export interface UploadOptions {
  /** What the operation that takes the file asks for; `general` by default. */
  readonly purpose?: UploadPurpose | undefined;
  /** The name of a `File` by default. */
  readonly fileName?: string | undefined;
  /** The media type of a `Blob` by default. */
  readonly fileType?: string | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates an upload and sends its bytes.
 * @param create creates the upload @param send sends bytes to its signed address @returns the key that operations take as `fileKey`
 * @throws ApiError
 */
export async function uploadFile(
  content: Bytes,
  { purpose = 'general', fileName, fileType }: UploadOptions,
  create: (upload: UploadCreate) => Promise<AnyAnswer<UploadCreated>>,
  send: (address: string, file: Blob) => Promise<AnyAnswer>,
): Promise<string> {
  const file = content instanceof Blob ? content : new Blob([bytesOf(content)]);
  const name = fileName ?? (file instanceof File ? file.name : undefined);
  if (name === undefined) throw new TypeError('A file without a name needs the option "fileName"');
  const type = (fileType ?? file.type) || 'application/octet-stream';
  const { uploadUrl, fileKey } = await orThrow(create({ purpose, fileName: name, fileType: type, size: file.size }));
  await orThrow(send(uploadUrl, file));
  return fileKey;
}

function bytesOf(content: Exclude<Bytes, Blob>): ArrayBuffer | Uint8Array<ArrayBuffer> {
  return ArrayBuffer.isView(content) ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength) : content;
}
