/** Files of documents: which are read, which are shown, and where they are kept (spec/areas/knowledge-base, rules 3 and 4). */
import { readableAs, readableFormats } from '../../../domain/files/readable.ts';
import { refusal } from '../../../platform/refusals/refusal.ts';

/** Below the organization's. */
export const documentFolder = 'knowledge-base-documents';
/** How long a link to a file works, in seconds. */
export const linkWorks = 3600;

/** @param type without parameters, in lower case @returns the kind, or the refusal */
export function documentAs(type: string) {
  return readableAs(type, () => refusal('document_type_not_readable', { formats: readableFormats }));
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
