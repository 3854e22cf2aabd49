/** Answers for a whole questionnaire or a list of questions: started here, worked out in a run. */
import { added } from '../../../platform/audit/changes.ts';
import { invalid, refusal } from '../../../platform/refusals/refusal.ts';
import type { Handlers } from '../../../contract/types.ts';
import { startFinishedRun, startRun } from '../../../platform/jobs/start.ts';
import type { Asked } from '../queries/answering.ts';
import { listOpenQuestions, listQuestionsOf } from '../queries/questions.ts';
import { findInBrief, hasRunUnderWay, lockQuestionnaire, updateQuestionnaire } from '../queries/questionnaires.ts';
import { notCompleted, questionnaireNotFound, underWay } from '../refusals.ts';

export const starting: Pick<Handlers<'questionnaires'>, 'autoAnswerQuestionnaire' | 'answerQuestions'> = {
  async autoAnswerQuestionnaire({ path: { id }, actor, db, audit }) {
    const held = await lockQuestionnaire(db, id);
    if (!held) return questionnaireNotFound();
    if (held.status !== 'completed') return notCompleted();
    if (held.total_questions === 0) return refusal('questionnaire_empty');
    if (await hasRunUnderWay(db, id)) return underWay();
    const open = await listOpenQuestions(db, id);
    const start = { kind: 'auto_answer_questionnaire', subject: id } as const;
    const run = open.length
      ? await startRun(db, actor, { ...start, total: open.length, input: { questionnaireId: id }, result: { questionnaireId: id } })
      : await startFinishedRun(db, actor, {
          ...start,
          result: { questionnaireId: id, totalQuestions: held.total_questions, answeredQuestions: held.answered_questions },
        });
    if (!run) return underWay();
    await updateQuestionnaire(db, id, { runId: run.id });
    audit.did('Started answering questionnaire', { entityId: id, changes: added({ openQuestions: open.length }) });
    return { status: 202, body: run };
  },

  async answerQuestions({ body: { questionsAndAnswers, questionnaireId }, actor, db, audit }) {
    if (questionnaireId !== undefined && !(await findInBrief(db, questionnaireId))) return questionnaireNotFound();
    const all = questionsAndAnswers.map(({ question, answer, questionIndex }, index) => ({
      question: question.trim(),
      questionIndex: questionIndex ?? index,
      isOpen: !answer?.trim(),
    }));
    const places =
      questionnaireId === undefined
        ? undefined
        : new Set((await listQuestionsOf(db, [questionnaireId])).map(({ questionIndex }) => questionIndex));
    const twice = all.flatMap(({ questionIndex }, index) =>
      all.findIndex((one) => one.questionIndex === questionIndex) < index
        ? [[`questionsAndAnswers.${index}.questionIndex`, 'must not be that of another question'] as const]
        : [],
    );
    const unknown = all.flatMap(({ questionIndex }, index) =>
      places && !places.has(questionIndex)
        ? [[`questionsAndAnswers.${index}.questionIndex`, 'must be the index of a question of the questionnaire'] as const]
        : [],
    );
    if (twice.length || unknown.length) return invalid(Object.fromEntries([...unknown, ...twice]));
    const questions: Asked[] = all.filter(({ isOpen }) => isOpen).map(({ question, questionIndex }) => ({ question, questionIndex }));
    const run = await startRun(db, actor, {
      kind: 'answer_questions',
      total: questions.length,
      input: { questions, ...(questionnaireId !== undefined && { questionnaireId }) },
    });
    if (!run) throw new Error('a run without a subject is always started');
    audit.did('Started answering questions', {
      entityId: questionnaireId ?? actor.organizationId,
      changes: added({ questions: questions.length }),
    });
    return { status: 202, body: run };
  },
};
