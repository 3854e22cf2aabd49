/** Defines which files of documents can be read or viewed, and where they are stored (knowledge-base, rules 3 and 4). */
import { readableKindOf, readableFormats } from '#documents/files/readable';
import { refusal } from '#platform/refusals/refusal';

/** The folder for documents within the folder of the organization. */
export const documentFolder = 'knowledge-base-documents';
/** Seconds until a link to a file expires. */
export const linkSeconds = 3600;

/**
 * @param type media type without parameters, in lower case
 * @returns the kind of file, or a refusal if its text cannot be read
 */
export function requireDocumentKind(type: string) {
  return readableKindOf(type, () => refusal('document_type_not_readable', { formats: readableFormats }));
}

const viewableTypes = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/jpg',
  'image/gif',
  'image/webp',
  'image/svg+xml',
  'text/plain',
  'text/html',
  'text/csv',
  'text/markdown',
]);

/** @returns whether browsers display files of this type */
export function isViewable(type: string): boolean {
  return viewableTypes.has(type);
}
