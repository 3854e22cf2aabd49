/** Starts the runs that answer a whole questionnaire or a list of questions. */
import { changesOnCreate } from '#platform/audit/changes';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { startFinishedRun, startRun } from '#platform/jobs/start';
import type { AskedQuestion } from '../steps/answering.ts';
import { listOpenQuestions, listQuestionsOf } from '../queries/questions.ts';
import { findQuestionnaireItem, hasActiveRun, lockQuestionnaire, updateQuestionnaire } from '../queries/questionnaires.ts';
import { notCompleted, questionnaireNotFound, runUnderWay } from '../refusals.ts';

export const starting: Pick<Handlers<'questionnaires'>, 'autoAnswerQuestionnaire' | 'answerQuestions'> = {
  async autoAnswerQuestionnaire({ path: { id }, actor, db, audit }) {
    const questionnaire = await lockQuestionnaire(db, id);
    if (!questionnaire) return questionnaireNotFound();
    if (questionnaire.status !== 'completed') return notCompleted(questionnaire.status);
    if (questionnaire.total_questions === 0) return refusal('questionnaire_empty');
    if (await hasActiveRun(db, id)) return runUnderWay();
    const openIndexes = await listOpenQuestions(db, id);
    const runInput = { kind: 'auto_answer_questionnaire', subject: id } as const;
    const run = openIndexes.length
      ? await startRun(db, actor, {
          ...runInput,
          total: openIndexes.length,
          input: { questionnaireId: id },
          result: { questionnaireId: id },
        })
      : await startFinishedRun(db, actor, {
          ...runInput,
          result: {
            questionnaireId: id,
            totalQuestions: questionnaire.total_questions,
            answeredQuestions: questionnaire.answered_questions,
          },
        });
    if (!run) return runUnderWay();
    await updateQuestionnaire(db, id, { runId: run.id });
    audit.performed('Started answering questionnaire', { entityId: id, changes: changesOnCreate({ openQuestions: openIndexes.length }) });
    return { status: 202, body: run };
  },

  async answerQuestions({ body: { questionsAndAnswers, questionnaireId }, actor, db, audit }) {
    if (questionnaireId !== undefined && !(await findQuestionnaireItem(db, questionnaireId))) return questionnaireNotFound();
    const indexedQuestions = questionsAndAnswers.map(({ question, answer, questionIndex }, index) => ({
      question,
      questionIndex: questionIndex ?? index,
      isOpen: !answer?.trim(),
    }));
    const knownIndexes =
      questionnaireId === undefined
        ? undefined
        : new Set((await listQuestionsOf(db, [questionnaireId])).map(({ questionIndex }) => questionIndex));
    const duplicateErrors = indexedQuestions.flatMap(({ questionIndex }, index) =>
      indexedQuestions.findIndex((other) => other.questionIndex === questionIndex) < index
        ? [[`questionsAndAnswers.${index}.questionIndex`, fieldErrors.duplicate('must not be that of another question')] as const]
        : [],
    );
    const unknownErrors = indexedQuestions.flatMap(({ questionIndex }, index) =>
      knownIndexes && !knownIndexes.has(questionIndex)
        ? [
            [
              `questionsAndAnswers.${index}.questionIndex`,
              fieldErrors.unknownReference('question', 'the index of a question of the questionnaire'),
            ] as const,
          ]
        : [],
    );
    if (duplicateErrors.length || unknownErrors.length) return invalid(Object.fromEntries([...unknownErrors, ...duplicateErrors]));
    const questions: AskedQuestion[] = indexedQuestions
      .filter(({ isOpen }) => isOpen)
      .map(({ question, questionIndex }) => ({ question, questionIndex }));
    const run = await startRun(db, actor, {
      kind: 'answer_questions',
      total: questions.length,
      input: { questions, ...(questionnaireId !== undefined && { questionnaireId }) },
    });
    if (!run) throw new Error('the run was not started, although nothing can conflict with it');
    audit.performed('Started answering questions', {
      entityId: questionnaireId ?? actor.organizationId,
      changes: changesOnCreate({ questions: questions.length }),
    });
    return { status: 202, body: run };
  },
};
