/** Questionnaires that come as a file, from members and from outside: kept, and handed to a run. */
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { newId } from '../../platform/database/ids.ts';
import { mediaTypeOf } from '../../platform/files/executable-types.ts';
import type { Storing } from '../../platform/files/store.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { startRun } from '../../platform/jobs/start.ts';
import { acceptFile, type FileInput, isAccepted } from '../files/receive.ts';
import { questionnaireAs, uploadFolder } from './files.ts';

type Schemas = components['schemas'];

export interface SentQuestionnaire extends FileInput {
  readonly vendorName?: string | null;
  readonly source: Schemas['QuestionnaireSource'];
}

/**
 * Stores the file of a questionnaire and its row, so that it can be polled. The file goes again if the row is not kept.
 * @param limit the maximum number of bytes, if not the usual
 * @returns the id of the questionnaire and what the log tells of it, or the refusal of its file
 */
export async function keepQuestionnaire(context: Storing, sent: SentQuestionnaire, limit?: number) {
  const kind = questionnaireAs(mediaTypeOf(sent.fileType));
  if (typeof kind !== 'string') return kind;
  const file = await acceptFile(context, sent, { purpose: 'questionnaire', ...(limit !== undefined && { limit }) }, uploadFolder);
  if (!isAccepted(file)) return file;
  const id = newId('qst');
  const told = { fileName: file.name, fileType: file.type, vendorName: sent.vendorName?.trim() || null, source: sent.source };
  await context.db
    .insertInto('questionnaire')
    .values({
      id,
      file_name: told.fileName,
      file_type: told.fileType,
      file_size: file.size,
      file_key: file.key,
      vendor_name: told.vendorName,
      source: told.source,
    })
    .execute();
  return { id, told };
}

/** Begins to read a questionnaire that was just kept, to answer it, and to export the answers. @returns the run */
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
  if (!run) throw new Error(`${questionnaireId} is worked on, though it was just made`);
  await db.updateTable('questionnaire').set({ run_id: run.id }).where('id', '=', questionnaireId).execute();
  return run;
}
