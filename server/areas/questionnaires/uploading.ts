/** Questionnaires that come as a file: kept, and handed to a run (areas/questionnaires, states of a questionnaire). */
import type { components } from '../../../generated/api.d.ts';
import { refusal } from '../../contract/errors.ts';
import type { Handlers } from '../../contract/types.ts';
import { acceptFile, type FileInput, isAccepted } from '../../files/receive.ts';
import { mediaTypeOf } from '../../files/refused.ts';
import type { Storing } from '../../files/store.ts';
import { startRun } from '../../runs/start.ts';
import { isArchive, misfitOf, readableAs, uploadFolder } from './files.ts';
import { findInBrief, findQuestionnaire, holdQuestionnaire, insertQuestionnaire, newQuestionnaireId, updateQuestionnaire } from './records.ts';
import { questionnaireNotFound } from './refusals.ts';

export const uploading: Pick<Handlers<'questionnaires'>, 'createQuestionnaire' | 'answerAndExportQuestionnaire' | 'reparseQuestionnaire'> = {
  async createQuestionnaire({ body, ...context }) {
    const { actor, db, audit } = context;
    const kept = await keep(context, body);
    if ('status' in kept) return kept;
    const { id, told } = kept;
    const run = await startRun(db, actor, { kind: 'parse_questionnaire', subject: id, input: { questionnaireId: id, autoAnswer: body.autoAnswer }, result: { questionnaireId: id } });
    if (run) await updateQuestionnaire(db, id, { runId: run.id });
    const questionnaire = await findQuestionnaire(db, id);
    if (!questionnaire) throw new Error(`${id} is not there, though it was just made`);
    audit({ description: 'Uploaded questionnaire', changes: told });
    return { status: 201, headers: { Location: `/v1/questionnaire/${id}` }, body: questionnaire };
  },

  async answerAndExportQuestionnaire({ body, ...context }) {
    const { actor, db, audit } = context;
    const kept = await keep(context, body);
    if ('status' in kept) return kept;
    const { id, told } = kept;
    const run = await startRun(db, actor, { kind: 'answer_and_export', subject: id, input: { questionnaireId: id, format: body.format }, result: { questionnaireId: id } });
    if (!run) throw new Error(`${id} is worked on, though it was just made`);
    await updateQuestionnaire(db, id, { runId: run.id });
    audit({ entityId: id, description: 'Uploaded questionnaire to answer and export', changes: { ...told, format: { previous: null, current: body.format } } });
    return { status: 202, headers: { Location: `/v1/runs/${run.id}` }, body: run };
  },

  async reparseQuestionnaire({ path: { id }, actor, db, audit }) {
    const held = await holdQuestionnaire(db, id);
    const shown = held && await findInBrief(db, id);
    if (!shown) return questionnaireNotFound();
    if (shown.answeredQuestions > 0) return refusal(409, 'The questionnaire already has answers');
    if (shown.status !== 'failed') return refusal(409, 'Only a questionnaire that failed can be parsed again');
    const run = await startRun(db, actor, { kind: 'parse_questionnaire', subject: id, input: { questionnaireId: id, autoAnswer: false }, result: { questionnaireId: id } });
    if (!run) return refusal(409, 'Only a questionnaire that failed can be parsed again');
    await updateQuestionnaire(db, id, { status: 'parsing', error: null, runId: run.id });
    audit({ entityId: id, description: 'Parsed questionnaire again', changes: { status: { previous: 'failed', current: 'parsing' } } });
    return { status: 202, headers: { Location: `/v1/runs/${run.id}` }, body: run };
  },
};

interface Sent extends FileInput { readonly vendorName?: string | null; readonly source: components['schemas']['QuestionnaireSource'] }

/** The row first, so that it can be polled; the file goes again if the row is not kept. @returns the questionnaire and what the log tells of it, or the refusal of its file */
async function keep(context: Storing, sent: Sent) {
  const kind = readableAs(mediaTypeOf(sent.fileType));
  if (typeof kind !== 'string') return kind;
  const file = await acceptFile(context, sent, { purpose: 'questionnaire' }, uploadFolder);
  if (!isAccepted(file)) return file;
  const { db, outside: { files } } = context;
  const id = newQuestionnaireId();
  const misfit = isArchive(kind) ? misfitOf(await files.read(file.key, file.sha256) ?? new Uint8Array(), kind) : undefined;
  if (misfit) return misfit;
  const fields = { fileName: file.name, fileType: file.type, vendorName: sent.vendorName?.trim() || null, source: sent.source };
  await insertQuestionnaire(db, { id, ...fields, fileSize: file.size, fileKey: file.key });
  return { id, told: Object.fromEntries(Object.entries(fields).map(([field, current]) => [field, { previous: null, current }])) };
}
