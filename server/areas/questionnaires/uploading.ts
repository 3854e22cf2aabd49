/** Questionnaires that come as a file: kept, and handed to a run (areas/questionnaires, states of a questionnaire). */
import type { components } from '../../../generated/api.d.ts';
import type { OrganizationContext } from '../../context.ts';
import { refusal } from '../../contract/errors.ts';
import type { Handlers } from '../../contract/types.ts';
import { startRun } from '../../runs/start.ts';
import { isTaken, receiveQuestionnaire, type QuestionnaireFile, uploadKey } from './files.ts';
import { findInBrief, findQuestionnaire, holdQuestionnaire, insertQuestionnaire, newQuestionnaireId, updateQuestionnaire } from './records.ts';
import { questionnaireNotFound } from './refusals.ts';

export const uploading: Pick<Handlers<'questionnaires'>, 'createQuestionnaire' | 'answerAndExportQuestionnaire' | 'reparseQuestionnaire'> = {
  async createQuestionnaire({ body, ...context }) {
    const file = await receiveQuestionnaire(context, body);
    if (!isTaken(file)) return file;
    const { actor, db, audit } = context;
    const id = await keep(context, file, body);
    const run = await startRun(db, actor, { kind: 'parse_questionnaire', subject: id, input: { questionnaireId: id, autoAnswer: body.autoAnswer }, result: { questionnaireId: id } });
    if (run) await updateQuestionnaire(db, id, { runId: run.id });
    const questionnaire = await findQuestionnaire(db, id);
    if (!questionnaire) throw new Error(`${id} is not there, though it was just made`);
    audit({ description: 'Uploaded questionnaire', changes: told(file, body) });
    return { status: 201, headers: { Location: `/v1/questionnaire/${id}` }, body: questionnaire };
  },

  async answerAndExportQuestionnaire({ body, ...context }) {
    const file = await receiveQuestionnaire(context, body);
    if (!isTaken(file)) return file;
    const { actor, db, audit } = context;
    const id = await keep(context, file, body);
    const run = await startRun(db, actor, { kind: 'answer_and_export', subject: id, input: { questionnaireId: id, format: body.format }, result: { questionnaireId: id } });
    if (!run) throw new Error(`${id} is worked on, though it was just made`);
    await updateQuestionnaire(db, id, { runId: run.id });
    audit({ entityId: id, description: 'Uploaded questionnaire to answer and export', changes: { ...told(file, body), format: { previous: null, current: body.format } } });
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

interface Sent { readonly vendorName?: string | null; readonly source: components['schemas']['QuestionnaireSource'] }

/** The row first, so that it can be polled; the file goes again if the row is not kept. @returns the id of the questionnaire */
async function keep({ db, outside: { files }, settled }: Pick<OrganizationContext, 'db' | 'outside' | 'settled'>, { name, type, bytes }: QuestionnaireFile, { vendorName, source }: Sent): Promise<string> {
  const id = newQuestionnaireId();
  const key = uploadKey(db.organizationId, name);
  settled(async (kept) => { if (!kept) await files.remove(key); });
  await files.put(key, bytes);
  await insertQuestionnaire(db, { id, fileName: name, fileType: type, fileSize: bytes.length, fileKey: key, vendorName: vendorName?.trim() || null, source });
  return id;
}

function told({ name, type }: QuestionnaireFile, { vendorName = null, source }: Sent) {
  const fields = { fileName: name, fileType: type, vendorName, source };
  return Object.fromEntries(Object.entries(fields).map(([field, current]) => [field, { previous: null, current }]));
}
