/** Receives questionnaires from holders of a personal link, and returns their answers (trust-access, rules 16 and 18). */
import type { Handlers } from '#contract/types';
import { fileTitleOf } from '#domain/questionnaires/file-names';
import { storeQuestionnaire, startAnswerAndExport } from '#domain/questionnaires/receive';
import { findPage } from '#domain/trust/portal/public-page';
import { insertVisitorQuestionnaire } from '#domain/questionnaires/visitors/states';
import type { Files } from '#platform/ports/files';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { isStillActive } from '../queries/grants.ts';
import { findRunOfGrant } from '../queries/runs.ts';
import { findQuestionnaireOfRun } from '../queries/visitor-questionnaires.ts';
import { accessExpired } from '../refusals.ts';
import { auditFields } from '../rules/audit-fields.ts';
import { withPersonalLink } from './visitor-access.ts';

/** The maximum size of a questionnaire, in bytes. */
const maxBytes = 10 * 1024 * 1024;

type Operations = 'answerQuestionnaireByToken' | 'getQuestionnaireRunByToken' | 'getVisitorAnswersByToken';

export const questionnaires: Pick<Handlers<'trust-access'>, Operations> = {
  answerQuestionnaireByToken: ({ body, count, ...call }) =>
    withPersonalLink(call, async (context) => {
      const { db, actor, ports, audit } = context;
      if (!(await isStillActive(db, actor.id))) return accessExpired();
      if (!(await findPage(db, ports.files)).securityQuestionnaireEnabled) return refusal('questionnaire_hidden');
      count(`access ${actor.id}`);
      const storedQuestionnaire = await storeQuestionnaire(context, { ...body, source: 'external' }, maxBytes);
      if (isRefusal(storedQuestionnaire)) return storedQuestionnaire;
      const run = await startAnswerAndExport(db, actor, storedQuestionnaire.id, 'zip');
      await insertVisitorQuestionnaire(db, { questionnaireId: storedQuestionnaire.id, grantId: actor.id, runId: run.id });
      audit.created(storedQuestionnaire.auditData, {
        ...auditFields(storedQuestionnaire.id),
        description: 'Sent a questionnaire',
        data: { grantId: actor.id, runId: run.id },
      });
      return { status: 202 as const, body: run };
    }),

  getQuestionnaireRunByToken: (call) =>
    withPersonalLink(call, async ({ db, actor }) => {
      const run = await findRunOfGrant(db, actor.id, call.path.runId);
      return run ? { status: 200 as const, body: run } : refusal('shared_run_not_found');
    }),

  getVisitorAnswersByToken: (call) =>
    withPersonalLink(call, async ({ db, actor, ports: { files } }) => {
      const questionnaire = await findQuestionnaireOfRun(db, actor.id, call.path.runId);
      if (!questionnaire) return refusal('shared_run_not_found');
      const { status, totalQuestions, decisionReason, exportKey, fileName } = questionnaire;
      const file = status === 'released' && exportKey !== null ? await createLink(files, exportKey, fileName) : null;
      return { status: 200 as const, body: { status, totalQuestions, decisionReason, file } };
    }),
};

/** Seconds until a link to answers expires. */
const linkSeconds = 900;

async function createLink(files: Files, key: string, uploadedName: string) {
  const fileSize = await files.size(key);
  if (fileSize === undefined) return null;
  const fileName = `${fileTitleOf(uploadedName)} - answers.zip`;
  return {
    downloadUrl: files.link(key, linkSeconds, { name: fileName, type: 'application/zip' }),
    fileName,
    fileSize,
    expiresIn: linkSeconds,
  };
}
