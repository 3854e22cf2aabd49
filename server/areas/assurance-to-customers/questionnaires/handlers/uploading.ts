/** Uploads questionnaires, and parses them in runs (spec/areas/assurance-to-customers/questionnaires, states of a questionnaire). */
import { memberReader } from '#domain/access/audience/reader';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import type { OrganizationContext } from '#platform/context';
import type { Handlers } from '#contract/types';
import { type FileInput, inspectFile, isInspected } from '#documents/files/receive';
import { mediaTypeOf } from '#platform/files/executable-types';
import { startRun } from '#platform/jobs/start';
import { UnusableFile } from '#documents/extraction/unusable';
import { isArchive } from '#documents/files/readable';
import { questionnaireKindOf } from '#domain/questionnaires/files';
import { storeQuestionnaire, startAnswerAndExport } from '#domain/questionnaires/receive';
import { checkArchive } from '../documents/read/read.ts';
import { findQuestionnaireItem, findQuestionnaire, lockQuestionnaire, updateQuestionnaire } from '../queries/questionnaires.ts';
import { notFailed, questionnaireNotFound } from '../refusals.ts';
import { CallExternal } from '#contract/replies';

export const uploading: Pick<
  Handlers<'questionnaires'>,
  'createQuestionnaire' | 'answerAndExportQuestionnaire' | 'reparseQuestionnaire'
> = {
  createQuestionnaire: ({ body, ...context }) =>
    inspectArchive(context, body, async (workContext) => {
      const { actor, db, audit } = workContext;
      const storedQuestionnaire = await storeQuestionnaire(workContext, body);
      if (isRefusal(storedQuestionnaire)) return storedQuestionnaire;
      const { id, auditData } = storedQuestionnaire;
      const run = await startRun(db, actor, {
        kind: 'parse_questionnaire',
        subject: id,
        input: { questionnaireId: id, autoAnswer: body.autoAnswer },
        result: { questionnaireId: id },
      });
      if (run) await updateQuestionnaire(db, id, { runId: run.id });
      const questionnaire = await findQuestionnaire(db, id, memberReader(actor));
      if (!questionnaire) throw new Error(`${id} was not found, although it was just created`);
      audit.created(auditData, { description: 'Uploaded questionnaire' });
      return { status: 201, body: questionnaire } as const;
    }),

  answerAndExportQuestionnaire: ({ body, ...context }) =>
    inspectArchive(context, body, async (workContext) => {
      const { actor, db, audit } = workContext;
      const storedQuestionnaire = await storeQuestionnaire(workContext, body);
      if (isRefusal(storedQuestionnaire)) return storedQuestionnaire;
      const { id, auditData } = storedQuestionnaire;
      const run = await startAnswerAndExport(db, actor, id, body.format);
      audit.created({ ...auditData, format: body.format }, { entityId: id, description: 'Uploaded questionnaire to answer and export' });
      return { status: 202, body: run } as const;
    }),

  async reparseQuestionnaire({ path: { id }, actor, db, audit }) {
    const storedQuestionnaire = await lockQuestionnaire(db, id);
    const current = storedQuestionnaire && (await findQuestionnaireItem(db, id));
    if (!current) return questionnaireNotFound();
    if (current.answeredQuestions > 0) return refusal('questionnaire_answered');
    if (current.status !== 'failed') return notFailed(current.status);
    const run = await startRun(db, actor, {
      kind: 'parse_questionnaire',
      subject: id,
      input: { questionnaireId: id, autoAnswer: false },
      result: { questionnaireId: id },
    });
    if (!run) return notFailed('parsing');
    await updateQuestionnaire(db, id, { status: 'parsing', error: null, runId: run.id });
    audit.changed({ status: 'failed' }, { status: 'parsing' }, { entityId: id, description: 'Parsed questionnaire again' });
    return { status: 202, body: run };
  },
};

/**
 * Inspects an archive in a worker before calling `work`, without keeping a transaction open meanwhile.
 * @param work called only if the file is not an archive, or is an archive that is safe to unpack
 */
async function inspectArchive<R>(context: OrganizationContext, upload: FileInput, work: (context: OrganizationContext) => Promise<R>) {
  const kind = questionnaireKindOf(mediaTypeOf(upload.fileType));
  if (typeof kind !== 'string' || !isArchive(kind)) return work(context);
  const file = await inspectFile(context, upload, { purpose: 'questionnaire' });
  if (!isInspected(file)) return file;
  const { organizationId } = context.actor;
  return new CallExternal<R | UnusableFile['refusal']>(async () => {
    const rejection = await checkArchive({ organizationId, kind, content: file.draft.content() }).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof UnusableFile) return error.refusal;
        throw error;
      },
    );
    return async (nextContext: OrganizationContext) => rejection ?? work(nextContext);
  });
}
