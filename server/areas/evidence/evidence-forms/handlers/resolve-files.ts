import type { FormDefinition } from '#domain/evidence-forms/definition';
import type { FormValues } from '#domain/evidence-forms/values';
import { acceptFile, isAccepted, type SenderContext } from '#documents/files/receive';
import { prefixRefusal } from '#platform/refusals/prefix-refusal';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';
import type { StorageContext } from '#platform/files/store';
import { type FormFile, insertFile, lockUnassignedFile } from '../queries/files.ts';
import { fileNotAccepted } from '../refusals.ts';
import type { ValidForm, SubmittedFile } from '../rules/validate.ts';
import { acceptsExtension, folderOf, mediaTypeOfName } from '../rules/files.ts';

interface ResolvedFiles {
  readonly values: FormValues;
  readonly files: readonly FormFile[];
}

/**
 * Finds and locks the files that a submission refers to (evidence-forms, rule 6).
 * @returns the values with the names and keys of the stored files, or a refusal if a file cannot be used
 */
export async function resolveFiles(context: StorageContext & SenderContext, form: FormDefinition, { values, files }: ValidForm) {
  const storedFiles: FormFile[] = [];
  const storedValues: Record<string, FormValues[string]> = { ...values };
  for (const sentFile of files) {
    const file = await resolveFile(context, form, sentFile);
    if (!('mimeType' in file)) return file;
    storedFiles.push(file);
    storedValues[sentFile.field.key] = { fileName: file.name, fileKey: file.fileKey };
  }
  const result: ResolvedFiles = { values: storedValues, files: storedFiles };
  return result;
}

export function areFilesResolved(result: Awaited<ReturnType<typeof resolveFiles>>): result is ResolvedFiles {
  return 'files' in result;
}

/** @returns the stored file, or a refusal. An upload that was not made for this form is copied to the files of the form. */
async function resolveFile(context: StorageContext & SenderContext, { type }: FormDefinition, { field, fileName, fileKey }: SubmittedFile) {
  const { db } = context;
  const unassignedFile = await lockUnassignedFile(db, type, fileKey);
  if (!acceptsExtension(field, unassignedFile?.name ?? fileName)) return fileNotAccepted(field.accept);
  if (unassignedFile) return unassignedFile;
  const fieldPath = `data.${field.key}`;
  if (!fileKey.startsWith(`${db.organizationId}/uploads/`))
    return invalid({
      [`${fieldPath}.fileKey`]: fieldErrors.unknownReference(
        'upload',
        'the key of a file that was uploaded for this form and that no submission has',
      ),
    });
  const acceptedFile = await acceptFile(
    context,
    { fileName, fileType: mediaTypeOfName(fileName), fileKey },
    { purpose: 'evidence' },
    folderOf(type),
  );
  if (!isAccepted(acceptedFile)) return prefixRefusal(fieldPath, acceptedFile);
  const file: FormFile = { fileKey: acceptedFile.key, name: acceptedFile.name, mimeType: acceptedFile.type };
  await insertFile(db, type, file);
  return file;
}
