/** Single answers: found at once, written by hand, accepted, taken back. */
import type { components } from '../../../../generated/api.d.ts';
import { added, type Changes, differences } from '../../../platform/audit/changes.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import { saveManualAnswer } from '../../../domain/manual-answers/manual-answers.ts';
import type { Handlers } from '../../../contract/types.ts';
import { answerOf, passagesFor } from '../queries/answering.ts';
import { unknownSources } from '../queries/cited.ts';
import { quotingGenerator } from '../rules/generator.ts';
import { findQuestion, resetQuestion, saveAnswer, storeGenerated } from '../queries/questions.ts';
import { lockQuestionnaire } from '../queries/questionnaires.ts';
import { questionNotFound, questionnaireNotFound } from '../refusals.ts';
import { distinct, sourcesOf } from '../rules/sources.ts';

export const answers: Pick<Handlers<'questionnaires'>, 'generateAnswer' | 'replaceQuestionnaireAnswer' | 'deleteQuestionnaireAnswer'> = {
  async generateAnswer({ body: { question, questionIndex, questionnaireId }, actor, db, audit }) {
    if (questionnaireId !== undefined && !(await lockQuestionnaire(db, questionnaireId))) return questionnaireNotFound();
    const stored = questionnaireId === undefined ? undefined : await findQuestion(db, questionnaireId, String(questionIndex));
    if (questionnaireId !== undefined && !stored) return questionNotFound();
    const asked = { question: question.trim(), questionIndex };
    const generated = await answerOf(quotingGenerator, asked, await passagesFor(db, asked.question));
    const { answer, sources } = generated;
    if (stored && answer !== null) await storeGenerated(db, stored.questionnaireId, [{ questionIndex, answer, sources }], true);
    audit.did('Generated an answer', {
      entityId: questionnaireId ?? actor.organizationId,
      changes: { ...added({ question: asked.question }), answer: { previous: stored?.answer ?? null, current: answer } },
    });
    return { status: 200, body: generated };
  },

  async replaceQuestionnaireAnswer({ path: { id, questionAnswerId }, body, actor, db, audit }) {
    if (!(await lockQuestionnaire(db, id))) return questionnaireNotFound();
    const before = await findQuestion(db, id, questionAnswerId);
    if (!before) return questionNotFound();
    const wrong = await unknownSources(db, body.sources ?? [], before.sources ?? []);
    if (Object.keys(wrong).length) return invalid(wrong);
    const answer = body.answer?.trim() || null;
    const sources = answer === null ? null : body.sources ? distinct(sourcesOf(body.sources)) : (before.sources ?? []);
    const saved = await saveAnswer(db, before, { answer, status: body.status, sources, by: actor.user?.id ?? null });
    const kept = body.status === 'manual' && answer !== null ? await keep(db, saved, actor.user?.id ?? null) : undefined;
    audit.did('Saved an answer', { changes: { ...told(before, saved), ...(kept !== undefined && added({ manualAnswerId: kept })) } });
    return { status: 200, body: saved };
  },

  async deleteQuestionnaireAnswer({ path: { id, questionAnswerId }, db, audit }) {
    if (!(await lockQuestionnaire(db, id))) return questionnaireNotFound();
    const before = await findQuestion(db, id, questionAnswerId);
    if (!before) return questionNotFound();
    await resetQuestion(db, before);
    audit.did('Deleted an answer', { changes: told(before, { ...before, answer: null, status: 'untouched' }) });
    return { status: 204 };
  },
};

type QuestionAnswer = components['schemas']['QuestionAnswer'];

/** What a person wrote answers the same question from then on (rule 11). @returns the id of the manual answer */
async function keep(db: OrganizationDatabase, { question, answer, questionnaireId }: QuestionAnswer, by: string | null) {
  if (answer === null || question.trim() === '') return undefined;
  const { id } = await saveManualAnswer(db, { question, answer, sourceQuestionnaireId: questionnaireId, by });
  return id;
}

/** Which question it was, though that is as it was, and what became of it. */
function told(before: QuestionAnswer, after: QuestionAnswer): Changes {
  const { questionIndex } = before;
  return { questionIndex: { previous: questionIndex, current: questionIndex }, ...differences(before, after, ['answer', 'status']) };
}
