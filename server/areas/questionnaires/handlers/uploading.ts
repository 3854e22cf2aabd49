/** Questionnaires that come as a file: kept, and handed to a run (spec/areas/questionnaires, states of a questionnaire). */
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import type { Handlers } from '../../../contract/types.ts';
import { type FileInput, inspectFile, isInspected } from '../../../domain/files/receive.ts';
import { mediaTypeOf } from '../../../platform/files/executable-types.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import { Unusable } from '../../../documents/extraction/unusable.ts';
import { isArchive } from '../../../domain/files/readable.ts';
import { questionnaireAs } from '../../../domain/questionnaires/files.ts';
import { keepQuestionnaire, startAnswerAndExport } from '../../../domain/questionnaires/receive.ts';
import { refuseUnfit } from '../documents/read/read.ts';
import { findInBrief, findQuestionnaire, lockQuestionnaire, updateQuestionnaire } from '../queries/questionnaires.ts';
import { questionnaireNotFound } from '../refusals.ts';
import { CallOutside } from '../../../contract/replies.ts';

export const uploading: Pick<
  Handlers<'questionnaires'>,
  'createQuestionnaire' | 'answerAndExportQuestionnaire' | 'reparseQuestionnaire'
> = {
  createQuestionnaire: ({ body, ...context }) =>
    lookedInto(context, body, async (within) => {
      const { actor, db, audit } = within;
      const kept = await keepQuestionnaire(within, body);
      if (isRefusal(kept)) return kept;
      const { id, told } = kept;
      const run = await startRun(db, actor, {
        kind: 'parse_questionnaire',
        subject: id,
        input: { questionnaireId: id, autoAnswer: body.autoAnswer },
        result: { questionnaireId: id },
      });
      if (run) await updateQuestionnaire(db, id, { runId: run.id });
      const questionnaire = await findQuestionnaire(db, id, actor.memberId);
      if (!questionnaire) throw new Error(`${id} is not there, though it was just made`);
      audit.created(told, { description: 'Uploaded questionnaire' });
      return { status: 201, body: questionnaire } as const;
    }),

  answerAndExportQuestionnaire: ({ body, ...context }) =>
    lookedInto(context, body, async (within) => {
      const { actor, db, audit } = within;
      const kept = await keepQuestionnaire(within, body);
      if (isRefusal(kept)) return kept;
      const { id, told } = kept;
      const run = await startAnswerAndExport(db, actor, id, body.format);
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

/** An archive is looked into by a worker first, for which no transaction waits. @param work for everything that is none, and for an archive that may be unpacked */
async function lookedInto<R>(context: OrganizationContext, sent: FileInput, work: (context: OrganizationContext) => Promise<R>) {
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
