/** Questionnaires that the holder of a personal link sends (spec/areas/trust-access, rules 16 and 18). */
import type { Handlers } from '../../../contract/types.ts';
import { keepQuestionnaire, startAnswerAndExport } from '../../../domain/questionnaires/receive.ts';
import { findPage } from '../../../domain/trust-portal/public-page.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { isStillActive } from '../queries/grants.ts';
import { findRunOf } from '../queries/runs.ts';
import { accessOver } from '../refusals.ts';
import { about } from '../rules/logged.ts';
import { byLink } from './entrances.ts';

/** Bytes of a questionnaire. */
const limit = 10 * 1024 * 1024;

export const questionnaires: Pick<Handlers<'trust-access'>, 'answerQuestionnaireByToken' | 'getQuestionnaireRunByToken'> = {
  answerQuestionnaireByToken: ({ body, count, ...call }) =>
    byLink(call, async (context) => {
      const { db, actor, ports, audit } = context;
      if (!(await isStillActive(db, actor.id))) return accessOver();
      if (!(await findPage(db, ports.files)).securityQuestionnaireEnabled) return refusal('questionnaire_hidden');
      count(`access ${actor.id}`);
      const kept = await keepQuestionnaire(context, { ...body, source: 'external' }, limit);
      if (isRefusal(kept)) return kept;
      const run = await startAnswerAndExport(db, actor, kept.id, 'zip');
      audit.created(kept.told, { ...about(kept.id), description: 'Sent a questionnaire', data: { grantId: actor.id, runId: run.id } });
      return { status: 202 as const, body: run };
    }),

  getQuestionnaireRunByToken: (call) =>
    byLink(call, async ({ db, actor }) => {
      const run = await findRunOf(db, actor.id, call.path.runId);
      return run ? { status: 200 as const, body: run } : refusal('shared_run_not_found');
    }),
};
