/** Queries for the files of forms. */
import type { FormType } from '#domain/evidence-forms/definition';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';

export interface FormFile {
  readonly fileKey: string;
  readonly name: string;
  readonly mimeType: string;
}

const columns = columnsOf('evidence_file', 'fileKey', 'name', 'mimeType');

/** Stores the record of a file. @param submissionId the submission that includes the file, or null if no submission includes it yet */
export async function insertFile(
  db: OrganizationDatabase,
  formType: FormType,
  { fileKey, name, mimeType }: FormFile,
  submissionId: string | null = null,
): Promise<void> {
  await db
    .insertInto('evidence_file')
    .values({ id: newId('evf'), file_key: fileKey, form_type: formType, submission_id: submissionId, name, mime_type: mimeType })
    .execute();
}

/** Locks a file until the transaction ends. @returns undefined if it was not uploaded for the form or a submission includes it */
export function lockUnassignedFile(db: OrganizationDatabase, formType: FormType, key: string): Promise<FormFile | undefined> {
  return db
    .selectFrom('evidence_file')
    .select(columns)
    .where('file_key', '=', key)
    .where('form_type', '=', formType)
    .where('submission_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function assignFiles(db: OrganizationDatabase, submissionId: string, files: readonly FormFile[]): Promise<void> {
  if (!files.length) return;
  await db
    .updateTable('evidence_file')
    .set({ submission_id: submissionId })
    .where(
      'file_key',
      'in',
      files.map(({ fileKey }) => fileKey),
    )
    .execute();
}

export function listFiles(db: OrganizationDatabase, submissionId: string): Promise<FormFile[]> {
  return db.selectFrom('evidence_file').select(columns).where('submission_id', '=', submissionId).orderBy('id').execute();
}
