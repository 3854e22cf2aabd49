/** Media types of files whose text is extracted. */
import { type FileKind, kindOf, successorOf } from '../extraction/kinds.ts';
import { refusal } from '#platform/refusals/refusal';

/** The names of these formats for messages. */
export const readableFormats = ['PDF', 'images', 'XLSX', 'XLSM', 'DOCX', 'CSV', 'text'];

/**
 * @param type without parameters, in lowercase @param refuse creates the refusal of an unsupported type
 * @returns the kind, or the refusal, which names the successor of an outdated format
 */
export function readableKindOf<R>(type: string, refuse: () => R) {
  const successor = successorOf(type);
  return successor ? refusal('old_office_format', { format: successor }) : (kindOf(type) ?? refuse());
}

/** @returns whether files of the kind have to be unpacked to extract their text */
export function isArchive(kind: FileKind): boolean {
  return kind === 'xlsx' || kind === 'docx';
}
