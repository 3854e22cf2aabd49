import type { FormDefinition } from '#domain/evidence-forms/definition';
import type { FormValues } from '#domain/evidence-forms/values';
import { acceptFile, isAccepted, type SenderContext } from '#documents/files/receive';
import { prefixRefusal } from '#platform/refusals/prefix-refusal';
import { invalid } from '#platform/refusals/refusal';
import type { StorageContext } from '#platform/files/store';
import { type FormFile, insertFile, lockUnassignedFile } from '../queries/files.ts';
import { fileNotAccepted } from '../refusals.ts';
import type { ValidForm, SentFile } from '../rules/validate.ts';
import { accepts, folderOf, mediaTypeOfName } from '../rules/files.ts';

interface ResolvedFiles {
  readonly values: FormValues;
  readonly files: readonly FormFile[];
}

/**
 * Finds and locks the files that a submission names (evidence-forms, rule 6).
 * @returns the values with the names and keys of the stored files, or the refusal of a file
 */
export async function resolveFiles(context: StorageContext & SenderContext, form: FormDefinition, { values, files }: ValidForm) {
  const resolved: FormFile[] = [];
  const named: Record<string, FormValues[string]> = { ...values };
  for (const sent of files) {
    const file = await resolveFile(context, form, sent);
    if (!('mimeType' in file)) return file;
    resolved.push(file);
    named[sent.field.key] = { fileName: file.name, fileKey: file.fileKey };
  }
  const all: ResolvedFiles = { values: named, files: resolved };
  return all;
}

export function areFilesResolved(answer: Awaited<ReturnType<typeof resolveFiles>>): answer is ResolvedFiles {
  return 'files' in answer;
}

/** An upload of the organization becomes a file of the form first. */
async function resolveFile(context: StorageContext & SenderContext, { type }: FormDefinition, { field, fileName, fileKey }: SentFile) {
  const { db } = context;
  const unassigned = await lockUnassignedFile(db, type, fileKey);
  if (!accepts(field, unassigned?.name ?? fileName)) return fileNotAccepted(field.accept);
  if (unassigned) return unassigned;
  const place = `data.${field.key}`;
  if (!fileKey.startsWith(`${db.organizationId}/uploads/`))
    return invalid({ [`${place}.fileKey`]: 'must be the key of a file that was uploaded for this form and that no submission has' });
  const stored = await acceptFile(
    context,
    { fileName, fileType: mediaTypeOfName(fileName), fileKey },
    { purpose: 'evidence' },
    folderOf(type),
  );
  if (!isAccepted(stored)) return prefixRefusal(place, stored);
  const file: FormFile = { fileKey: stored.key, name: stored.name, mimeType: stored.type };
  await insertFile(db, type, file);
  return file;
}
