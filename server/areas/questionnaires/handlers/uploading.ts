/** Questionnaires that come as a file: kept, and handed to a run (spec/areas/questionnaires, states of a questionnaire). */
import type { components } from '../../../../generated/api.d.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import type { Handlers } from '../../../contract/types.ts';
import { acceptFile, type FileInput, inspectFile, isAccepted, isInspected } from '../../../domain/files/receive.ts';
import { mediaTypeOf } from '../../../platform/files/executable-types.ts';
import type { Storing } from '../../../platform/files/store.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import { Unusable } from '../../../documents/extraction/unusable.ts';
import { isArchive } from '../../../domain/files/readable.ts';
import { questionnaireAs, uploadFolder } from '../rules/files.ts';
import { refuseUnfit } from '../documents/read/read.ts';
import {
  findInBrief,
  findQuestionnaire,
  lockQuestionnaire,
  insertQuestionnaire,
  newQuestionnaireId,
  updateQuestionnaire,
} from '../queries/questionnaires.ts';
import { questionnaireNotFound } from '../refusals.ts';
import { CallOutside } from '../../../contract/replies.ts';

export const uploading: Pick<
  Handlers<'questionnaires'>,
  'createQuestionnaire' | 'answerAndExportQuestionnaire' | 'reparseQuestionnaire'
> = {
  createQuestionnaire: ({ body, ...context }) =>
    lookedInto(context, body, async (within) => {
      const { actor, db, audit } = within;
      const kept = await keep(within, body);
      if (isRefusal(kept)) return kept;
      const { id, told } = kept;
      const run = await startRun(db, actor, {
        kind: 'parse_questionnaire',
        subject: id,
        input: { questionnaireId: id, autoAnswer: body.autoAnswer },
        result: { questionnaireId: id },
      });
      if (run) await updateQuestionnaire(db, id, { runId: run.id });
      const questionnaire = await findQuestionnaire(db, id);
      if (!questionnaire) throw new Error(`${id} is not there, though it was just made`);
      audit.created(told, { description: 'Uploaded questionnaire' });
      return { status: 201, body: questionnaire } as const;
    }),

  answerAndExportQuestionnaire: ({ body, ...context }) =>
    lookedInto(context, body, async (within) => {
      const { actor, db, audit } = within;
      const kept = await keep(within, body);
      if (isRefusal(kept)) return kept;
      const { id, told } = kept;
      const run = await startRun(db, actor, {
        kind: 'answer_and_export',
        subject: id,
        input: { questionnaireId: id, format: body.format },
        result: { questionnaireId: id },
      });
      if (!run) throw new Error(`${id} is worked on, though it was just made`);
      await updateQuestionnaire(db, id, { runId: run.id });
      audit.created({ ...told, format: body.format }, { entityId: id, description: 'Uploaded questionnaire to answer and export' });
      return { status: 202, body: run } as const;
    }),

  async reparseQuestionnaire({ path: { id }, actor, db, audit }) {
    const held = await lockQuestionnaire(db, id);
    const shown = held && (await findInBrief(db, id));
    if (!shown) return questionnaireNotFound();
    if (shown.answeredQuestions > 0) return refusal('questionnaire_answered');
    if (shown.status !== 'failed') return refusal('questionnaire_not_failed');
    const run = await startRun(db, actor, {
      kind: 'parse_questionnaire',
      subject: id,
      input: { questionnaireId: id, autoAnswer: false },
      result: { questionnaireId: id },
    });
    if (!run) return refusal('questionnaire_not_failed');
    await updateQuestionnaire(db, id, { status: 'parsing', error: null, runId: run.id });
    audit.changed({ status: 'failed' }, { status: 'parsing' }, { entityId: id, description: 'Parsed questionnaire again' });
    return { status: 202, body: run };
  },
};

interface Sent extends FileInput {
  readonly vendorName?: string | null;
  readonly source: components['schemas']['QuestionnaireSource'];
}

/** An archive is looked into by a worker first, for which no transaction waits. @param work for everything that is none, and for an archive that may be unpacked */
async function lookedInto<R>(context: OrganizationContext, sent: Sent, work: (context: OrganizationContext) => Promise<R>) {
  const kind = questionnaireAs(mediaTypeOf(sent.fileType));
  if (typeof kind !== 'string' || !isArchive(kind)) return work(context);
  const file = await inspectFile(context, sent, { purpose: 'questionnaire' });
  if (!isInspected(file)) return file;
  const { organizationId } = context.actor;
  return new CallOutside<R | Unusable['refusal']>(async () => {
    const misfit = await refuseUnfit({ organizationId, kind, content: file.draft.content() }).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Unusable) return error.refusal;
        throw error;
      },
    );
    return async (again: OrganizationContext) => misfit ?? work(again);
  });
}

/** The row first, so that it can be polled; the file goes again if the row is not kept. @returns the questionnaire and what the log tells of it, or the refusal of its file */
async function keep(context: Storing, sent: Sent) {
  const kind = questionnaireAs(mediaTypeOf(sent.fileType));
  if (typeof kind !== 'string') return kind;
  const file = await acceptFile(context, sent, { purpose: 'questionnaire' }, uploadFolder);
  if (!isAccepted(file)) return file;
  const { db } = context;
  const id = newQuestionnaireId();
  const told = { fileName: file.name, fileType: file.type, vendorName: sent.vendorName?.trim() || null, source: sent.source };
  await insertQuestionnaire(db, { id, ...told, fileSize: file.size, fileKey: file.key });
  return { id, told };
}
