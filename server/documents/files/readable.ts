/** Decides by media type whether the text of a file can be extracted. */
import { type FileKind, fileKindOf, successorOf } from '../extraction/kinds.ts';
import { refusal } from '#platform/refusals/refusal';

/** The names of the readable formats, for messages. */
export const readableFormats = ['PDF', 'images', 'XLSX', 'XLSM', 'DOCX', 'CSV', 'text'];

/**
 * @param type a media type in lowercase, without parameters @param refuse creates the refusal of an unsupported type
 * @returns the kind of file, or a refusal; the refusal of an old Office format names the format that replaces it
 */
export function readableKindOf<R>(type: string, refuse: () => R) {
  const successor = successorOf(type);
  return successor ? refusal('old_office_format', { format: successor }) : (fileKindOf(type) ?? refuse());
}

/** @returns whether files of this kind must be unpacked to extract their text */
export function isArchive(kind: FileKind): boolean {
  return kind === 'xlsx' || kind === 'docx';
}
