/** Files of documents: which are read, which are shown, and where they are kept (spec/areas/knowledge-base, rules 3 and 4). */
import { type FileKind, kindOf, successorOf } from '../../../documents/extraction/kinds.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';

/** Below the organization's. */
export const documentFolder = 'knowledge-base-documents';
/** How long a link to a file works, in seconds. */
export const linkWorks = 3600;

/** @param type without parameters, in lower case @returns the kind, or the refusal */
export function readableAs(type: string) {
  const successor = successorOf(type);
  if (successor) return refusal('old_office_format', { format: successor });
  return kindOf(type) ?? refusal('document_type_not_readable', { formats: ['PDF', 'images', 'XLSX', 'XLSM', 'DOCX', 'CSV', 'text'] });
}

export function isArchive(kind: FileKind): boolean {
  return kind === 'xlsx' || kind === 'docx';
}

const viewable = new Set([
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

/** @returns whether a browser shows files of this type */
export function isViewable(type: string): boolean {
  return viewable.has(type);
}
