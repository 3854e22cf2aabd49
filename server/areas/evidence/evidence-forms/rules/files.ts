/** Decides which files forms accept (evidence-forms, rule 7). */
import type { FileField, FormDefinition, FormType } from '#domain/evidence-forms/definition';

const wordDocumentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The media type for each extension, used when a request includes no media type. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.doc': 'application/msword',
  '.docx': wordDocumentType,
  '.txt': 'text/plain',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.csv': 'text/csv',
  '.xlsx': workbookType,
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
  workbookType,
]);

/** @returns whether a document of this media type may be submitted instead of a filled-in form */
export function isDocumentType(type: string): boolean {
  return documentTypes.has(type);
}

/** @returns the extension of a file name in lower case with its dot, or an empty string if the name has none */
export function extensionOf(name: string): string {
  return /\.[^.\s]+$/.exec(name.trim())?.[0].toLowerCase() ?? '';
}

/** @returns the media type for the extension of a file name; `application/octet-stream` for unknown extensions */
export function mediaTypeOfName(name: string): string {
  return mediaTypes[extensionOf(name)] ?? 'application/octet-stream';
}

/** @returns the extensions that at least one field of the form accepts */
export function acceptedExtensions({ fields }: FormDefinition): string[] {
  return [...new Set(fields.flatMap((field) => (field.type === 'file' ? field.accept : [])))];
}

/** @returns whether the field accepts the extension of this file name */
export function acceptsExtension({ accept }: Pick<FileField, 'accept'>, name: string): boolean {
  return accept.includes(extensionOf(name));
}

/** @returns the folder for files of the form, within the folder of the organization */
export function folderOf(type: FormType): string {
  return `evidence-forms/${type}`;
}
