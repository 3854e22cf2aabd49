/** An image that comes with a request, such as a logo or a badge (spec/conventions, 9). */
import type { OrganizationContext } from '../../platform/context.ts';
import { refusal } from '../../platform/refusals/refusal.ts';
import { type FileInput, isReceived, receiveFile } from '../files/receive.ts';
import { imageFileName, type ImageType, isOfType, unsafeInSvg } from './images.ts';

interface WantedImage {
  /** The maximum number of bytes. */
  readonly limit: number;
  readonly types: readonly ImageType[];
  /** The type of drawings, where they are written anew before they are stored. */
  readonly rewrites?: 'image/svg+xml';
}

export interface ReceivedImage {
  /** As it was sent, trimmed. */
  readonly name: string;
  /** Safe, with an extension of the type: what the store serves the file as goes by its name. */
  readonly storedName: string;
  readonly type: ImageType;
  readonly bytes: Buffer;
}

/** @param input inline, or by the key of an upload with the purpose `general` @returns the image, or the refusal of it: 400, 413, 415 or 422 */
export async function receiveImage(
  context: Pick<OrganizationContext, 'db' | 'ports'>,
  input: FileInput,
  { types, ...wanted }: WantedImage,
) {
  const typeIn = (text: string) => types.find((type) => type === text);
  const file = await receiveFile(context, input, { ...wanted, purpose: 'general', accepts: (type) => typeIn(type) !== undefined });
  if (!isReceived(file)) return file;
  const { name, bytes } = file;
  const type = typeIn(file.type);
  if (type === undefined || !isOfType(bytes, type)) return refusal('file_type_mismatch', { fileType: file.type });
  if (type === 'image/svg+xml' && type !== wanted.rewrites && unsafeInSvg(bytes)) return refusal('file_has_active_content');
  const image: ReceivedImage = { name, storedName: imageFileName(name, type), type, bytes };
  return image;
}

export function isImage(answer: Awaited<ReturnType<typeof receiveImage>>): answer is ReceivedImage {
  return 'bytes' in answer;
}
