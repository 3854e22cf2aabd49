/** The file that a questionnaire came in, where its export is that file with the answers in it (spec/areas/questionnaires, rule 16). */
import type { Files } from '../../../../platform/ports/files.ts';
import { type ExportFormat, mediaTypes } from './names.ts';

interface Stored {
  readonly file_key: string | null;
  readonly file_type: string;
}

/** @returns the bytes of a workbook without macros, for a format that has a workbook; it has none when the file is gone */
export function originalOf(files: Files, stored: Stored | undefined, format: ExportFormat): AsyncGenerator<Uint8Array> | undefined {
  const isWanted = (format === 'xlsx' || format === 'zip') && stored?.file_type === mediaTypes.xlsx;
  return isWanted && stored.file_key !== null ? bytesOf(files, stored.file_key) : undefined;
}

/** Opened when it is its turn. */
async function* bytesOf(files: Files, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(key);
  if (content) yield* content;
}
