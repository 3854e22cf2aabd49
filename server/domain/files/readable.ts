/** Files that are sent for their text, by their media types. */
import { type FileKind, kindOf, successorOf } from '../../documents/extraction/kinds.ts';
import { refusal } from '../../platform/refusals/refusal.ts';

/** What these files are called in words. */
export const readableFormats = ['PDF', 'images', 'XLSX', 'XLSM', 'DOCX', 'CSV', 'text'];

/**
 * @param type without parameters, in lower case @param refuse the refusal of a file that has no text that is read
 * @returns the kind, or the refusal, which names the successor of a format that is too old
 */
export function readableAs<R>(type: string, refuse: () => R) {
  const successor = successorOf(type);
  return successor ? refusal('old_office_format', { format: successor }) : (kindOf(type) ?? refuse());
}

/** @returns whether files of the kind are unpacked for their text */
export function isArchive(kind: FileKind): boolean {
  return kind === 'xlsx' || kind === 'docx';
}
