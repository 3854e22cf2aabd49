/** Stores questionnaire files from members or external parties, and starts background runs that answer them. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { mediaTypeOf } from '#platform/files/executable-types';
import type { StorageContext } from '#platform/files/store';
import type { Actor } from '#platform/identity/actor';
import { startRun } from '#platform/jobs/start';
import { acceptFile, type FileInput, isAccepted, type SenderContext } from '#documents/files/receive';
import { questionnaireKindOf, uploadFolder } from './files.ts';

type Schemas = components['schemas'];

export interface SentQuestionnaire extends FileInput {
  readonly vendorName?: string | null;
  readonly source: Schemas['QuestionnaireSource'];
}

/**
 * Stores the file of a questionnaire and adds its row, so that clients can poll it. The file is deleted if the transaction rolls back.
 * @param limit the maximum size in bytes; defaults to the limit for all files
 * @returns the id of the questionnaire and the data for the audit log, or the refusal of the file
 */
export async function storeQuestionnaire(context: StorageContext & SenderContext, upload: SentQuestionnaire, limit?: number) {
  const kind = questionnaireKindOf(mediaTypeOf(upload.fileType));
  if (typeof kind !== 'string') return kind;
  const file = await acceptFile(context, upload, { purpose: 'questionnaire', ...(limit !== undefined && { limit }) }, uploadFolder);
  if (!isAccepted(file)) return file;
  const id = newId('qst');
  const auditData = { fileName: file.name, fileType: file.type, vendorName: upload.vendorName || null, source: upload.source };
  await context.db
    .insertInto('questionnaire')
    .values({
      id,
      file_name: auditData.fileName,
      file_type: auditData.fileType,
      file_size: file.size,
      file_key: file.key,
      vendor_name: auditData.vendorName,
      source: auditData.source,
    })
    .execute();
  return { id, auditData };
}

/** Starts the export of answers that were released to a visitor. @returns the run; undefined if another run uses the questionnaire */
export function startReleasedExport(
  db: OrganizationDatabase,
  visitor: Pick<Actor, 'credential' | 'id' | 'via'>,
  questionnaireId: string,
): Promise<Schemas['Run'] | undefined> {
  return startRun(db, visitor, {
    kind: 'answer_and_export',
    subject: questionnaireId,
    input: { questionnaireId, format: 'zip', isReleased: true },
    result: { questionnaireId },
  });
}

/** Starts a run that reads a newly stored questionnaire, answers it, and exports the answers. @returns the run */
export async function startAnswerAndExport(
  db: OrganizationDatabase,
  actor: Actor,
  questionnaireId: string,
  format: Schemas['QuestionnaireExportFormat'],
): Promise<Schemas['Run']> {
  const run = await startRun(db, actor, {
    kind: 'answer_and_export',
    subject: questionnaireId,
    input: { questionnaireId, format },
    result: { questionnaireId },
  });
  if (!run) throw new Error(`${questionnaireId} is already being processed, although it was just created`);
  await db.updateTable('questionnaire').set({ run_id: run.id }).where('id', '=', questionnaireId).execute();
  return run;
}
