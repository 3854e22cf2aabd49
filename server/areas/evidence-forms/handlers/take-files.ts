import type { FormDefinition } from '../../../domain/evidence-forms/definition.ts';
import type { FormValues } from '../../../domain/evidence-forms/values.ts';
import { acceptFile, isAccepted } from '../../../domain/files/receive.ts';
import { refusedAt } from '../../../platform/refusals/refused-at.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import type { Storing } from '../../../platform/files/store.ts';
import { type FormFile, insertFile, lockWaitingFile } from '../queries/files.ts';
import { notAccepted } from '../refusals.ts';
import type { Fitting, SentFile } from '../rules/check.ts';
import { accepts, folderOf, mediaTypeOfName } from '../rules/files.ts';

interface Taken {
  readonly values: FormValues;
  readonly files: readonly FormFile[];
}

/**
 * Looks for the files that a submission names, and holds them (spec/areas/evidence-forms, rule 6).
 * @returns the values with the names and the keys of the stored files, or the refusal of a file
 */
export async function takeFiles(context: Storing, form: FormDefinition, { values, files }: Fitting) {
  const taken: FormFile[] = [];
  const named: Record<string, FormValues[string]> = { ...values };
  for (const sent of files) {
    const file = await takeFile(context, form, sent);
    if (!('mimeType' in file)) return file;
    taken.push(file);
    named[sent.field.key] = { fileName: file.name, fileKey: file.fileKey };
  }
  const all: Taken = { values: named, files: taken };
  return all;
}

export function isTaken(answer: Awaited<ReturnType<typeof takeFiles>>): answer is Taken {
  return 'files' in answer;
}

/** An upload of the organization becomes a file of the form first. */
async function takeFile(context: Storing, { type }: FormDefinition, { field, fileName, fileKey }: SentFile) {
  const { db } = context;
  const waiting = await lockWaitingFile(db, type, fileKey);
  if (!accepts(field, waiting?.name ?? fileName)) return notAccepted(field.accept);
  if (waiting) return waiting;
  const place = `data.${field.key}`;
  if (!fileKey.startsWith(`${db.organizationId}/uploads/`))
    return invalid({ [`${place}.fileKey`]: 'must be the key of a file that was uploaded for this form and that no submission has' });
  const stored = await acceptFile(
    context,
    { fileName, fileType: mediaTypeOfName(fileName), fileKey },
    { purpose: 'evidence' },
    folderOf(type),
  );
  if (!isAccepted(stored)) return refusedAt(place, stored);
  const file: FormFile = { fileKey: stored.key, name: stored.name, mimeType: stored.type };
  await insertFile(db, type, file);
  return file;
}
