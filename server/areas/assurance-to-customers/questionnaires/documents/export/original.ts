/** The uploaded file of a questionnaire, for exports that fill the answers into it (questionnaires, rule 16). */
import type { Files } from '#platform/ports/files';
import { type ExportFormat, mediaTypes } from './names.ts';

interface Stored {
  readonly file_key: string | null;
  readonly file_type: string;
}

/** @returns the bytes of an uploaded workbook without macros if the format is a workbook, otherwise undefined; empty if the file was deleted */
export function originalOf(files: Files, stored: Stored | undefined, format: ExportFormat): AsyncGenerator<Uint8Array> | undefined {
  const isWanted = (format === 'xlsx' || format === 'zip') && stored?.file_type === mediaTypes.xlsx;
  return isWanted && stored.file_key !== null ? bytesOf(files, stored.file_key) : undefined;
}

/** Opens the file only when its bytes are needed. */
async function* bytesOf(files: Files, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(key);
  if (content) yield* content;
}
