/** Reads the uploaded file of a questionnaire, for exports that fill the answers into it (questionnaires, rule 16). */
import type { Files } from '#platform/ports/files';
import { type ExportFormat, mediaTypes } from './names.ts';

interface StoredFile {
  readonly file_key: string | null;
  readonly file_type: string;
}

/**
 * @returns the bytes of an uploaded .xlsx file if the export is or contains a workbook, otherwise undefined; no bytes if the file was
 * deleted
 */
export function openUploadedWorkbook(
  files: Files,
  storedFile: StoredFile | undefined,
  format: ExportFormat,
): AsyncGenerator<Uint8Array> | undefined {
  const fillsWorkbook = (format === 'xlsx' || format === 'zip') && storedFile?.file_type === mediaTypes.xlsx;
  return fillsWorkbook && storedFile.file_key !== null ? readFile(files, storedFile.file_key) : undefined;
}

/** Opens the file only when its bytes are needed. */
async function* readFile(files: Files, key: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(key);
  if (content) yield* content;
}
