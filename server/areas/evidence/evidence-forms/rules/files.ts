/** Files that forms accept (evidence-forms, rule 7). */
import type { FileField, FormDefinition, FormType } from '#domain/evidence-forms/definition';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Media types by extension, for requests without a type. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': word,
  '.txt': 'text/plain',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.csv': 'text/csv',
  '.xlsx': workbook,
  '.xls': 'application/vnd.ms-excel',
  '.vsdx': 'application/vnd.ms-visio.drawing',
};
const documentTypes: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'text/csv',
  workbook,
]);

/** @returns whether a document of this media type may replace the fields */
export function isDocumentType(type: string): boolean {
  return documentTypes.has(type);
}

/** @returns the extension with its dot in lower case, or an empty string */
export function extensionOf(name: string): string {
  return /\.[^.\s]+$/.exec(name.trim())?.[0].toLowerCase() ?? '';
}

/** @returns the media type for the extension of a name */
export function mediaTypeOfName(name: string): string {
  return mediaTypes[extensionOf(name)] ?? 'application/octet-stream';
}

/** @returns the extensions that any field of the form accepts */
export function acceptedBy({ fields }: FormDefinition): string[] {
  return [...new Set(fields.flatMap((field) => (field.type === 'file' ? field.accept : [])))];
}

/** @returns whether the name has an accepted extension */
export function accepts({ accept }: Pick<FileField, 'accept'>, name: string): boolean {
  return accept.includes(extensionOf(name));
}

/** @returns the folder for files of the form, within the folder of the organization */
export function folderOf(type: FormType): string {
  return `evidence-forms/${type}`;
}
