/** Receives the image of a request, such as a logo or a badge (spec/conventions, 9). */
import { CallExternal } from '#contract/replies';
import type { OrganizationContext } from '#platform/context';
import { type RefusalOf, refusal } from '#platform/refusals/refusal';
import { type FileInput, isReceived, receiveFile, type SenderContext } from '../files/receive.ts';
import { imageFileName, type ImageType, isOfType, hasActiveContent } from './images.ts';
import { sanitizeSvgInWorker } from './run-sanitize-svg.ts';

interface ImageRequirements {
  /** The maximum number of bytes. */
  readonly limit: number;
  readonly types: readonly ImageType[];
}

export interface ReceivedImage {
  /** The trimmed name from the request. */
  readonly name: string;
  /** A safe name with an extension of the type, because the file store derives the served content type from the name. */
  readonly storedName: string;
  readonly type: ImageType;
  readonly bytes: Buffer;
}

/**
 * Receives an image and passes it to `store`. An SVG is first rewritten in a worker, so `store` then runs in a second transaction.
 * @param input an image in the body, or the key of an upload with the purpose `general`
 * @returns the result of `store`, or the refusal of the image: 400, 413, 415 or 422
 */
export async function receiveImage<A>(
  context: OrganizationContext & SenderContext,
  input: FileInput,
  requirements: ImageRequirements,
  store: (context: OrganizationContext, image: ReceivedImage) => Promise<A>,
) {
  const image = await readImage(context, input, requirements);
  if (!('bytes' in image)) return image;
  const { type } = image;
  if (type !== 'image/svg+xml') return store(context, image);
  return new CallExternal<A | RefusalOf<'file_type_mismatch'>>(async () => {
    const bytes = await sanitizeSvgInWorker(context.actor.organizationId, image.bytes);
    if (!bytes) return () => Promise.resolve(refusal('file_type_mismatch', { fileType: type }));
    return (newContext) => store(newContext, { ...image, bytes });
  });
}

async function readImage(context: OrganizationContext & SenderContext, input: FileInput, { types, ...requirements }: ImageRequirements) {
  const typeIn = (text: string) => types.find((type) => type === text);
  const file = await receiveFile(context, input, { ...requirements, purpose: 'general', accepts: (type) => typeIn(type) !== undefined });
  if (!isReceived(file)) return file;
  const { name, bytes } = file;
  const type = typeIn(file.type);
  if (type === undefined || !isOfType(bytes, type)) return refusal('file_type_mismatch', { fileType: file.type });
  if (type === 'image/svg+xml' && hasActiveContent(bytes)) return refusal('file_has_active_content');
  const image: ReceivedImage = { name, storedName: imageFileName(name, type), type, bytes };
  return image;
}
