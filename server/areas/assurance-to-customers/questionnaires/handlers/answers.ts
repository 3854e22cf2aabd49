/** Generates, replaces and deletes single answers. */
import type { components } from '#generated/api';
import { changesOnCreate, type Changes, changesBetween } from '#platform/audit/changes';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { OrganizationContext } from '#platform/context';
import { invalid, isRefusal } from '#platform/refusals/refusal';
import { type Author, authorOf } from '#platform/identity/author';
import { memberReader, readerOf } from '#domain/access/audience/reader';
import { saveManualAnswer } from '#domain/questionnaires/manual-answers/manual-answers';
import { countCall } from '#domain/text-generation/budget';
import { createWriter } from '#domain/text-generation/writer';
import { CallExternal } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { answerQuestion, type AskedQuestion, findPassagesFor } from '../steps/answering.ts';
import { findCitedSources } from '../queries/cited-sources.ts';
import { draftingGenerator } from '../rules/drafting.ts';
import { quotingGenerator } from '../rules/generator.ts';
import { findQuestion, resetQuestion, saveAnswer, storeGenerated } from '../queries/questions.ts';
import { lockQuestionnaire } from '../queries/questionnaires.ts';
import { withReadableSources } from '../queries/readable-sources.ts';
import { questionNotFound, questionnaireNotFound } from '../refusals.ts';

export const answers: Pick<Handlers<'questionnaires'>, 'generateAnswer' | 'replaceQuestionnaireAnswer' | 'deleteQuestionnaireAnswer'> = {
  async generateAnswer({ body: { question, questionIndex, questionnaireId }, db, audit, actor, ports, newWriteTransaction }) {
    const askedQuestion = { question, questionIndex };
    const storedQuestion = await findStoredQuestion(db, askedQuestion, questionnaireId);
    if (isRefusal(storedQuestion)) return storedQuestion;
    const passages = await findPassagesFor(db, askedQuestion.question, await readerOf(db, actor));
    if (!ports.textModel)
      return storeAndReply({ db, audit, actor }, storedQuestion, await answerQuestion(quotingGenerator, askedQuestion, passages));
    // The model is called between two transactions, and the question is looked up again afterwards.
    return new CallExternal(async () => {
      const writer = createWriter({
        model: ports.textModel,
        take: (callsPerDay) => newWriteTransaction((transaction) => countCall(transaction, callsPerDay)),
      });
      const generated = await answerQuestion(draftingGenerator(writer), askedQuestion, passages);
      return async (context) => {
        const currentQuestion = await findStoredQuestion(context.db, askedQuestion, questionnaireId);
        return isRefusal(currentQuestion) ? currentQuestion : storeAndReply(context, currentQuestion, generated);
      };
    });
  },

  async replaceQuestionnaireAnswer({ path: { id, questionAnswerId }, body, actor, db, audit, requireVersion }) {
    if (!(await lockQuestionnaire(db, id))) return questionnaireNotFound();
    const before = await findQuestion(db, id, questionAnswerId);
    if (!before) return questionNotFound();
    requireVersion(before);
    const { errors, sources: citedSources } = await findCitedSources(db, actor, body.sources ?? [], before.sources ?? []);
    if (Object.keys(errors).length) return invalid(errors);
    const answer = body.answer || null;
    const sources = answer === null ? null : body.sources ? citedSources : (before.sources ?? []);
    const author = authorOf(actor);
    const saved = await saveAnswer(db, before, { answer, status: body.status, sources, by: author });
    const manualAnswerId = body.status === 'manual' && answer !== null ? await saveAsManualAnswer(db, saved, author) : undefined;
    audit.performed('Saved an answer', {
      changes: { ...describeChanges(before, saved), ...(manualAnswerId !== undefined && changesOnCreate({ manualAnswerId })) },
    });
    const [visibleAnswer = saved] = await withReadableSources(db, memberReader(actor), [saved]);
    return { status: 200, body: visibleAnswer };
  },

  async deleteQuestionnaireAnswer({ path: { id, questionAnswerId }, db, audit, requireVersion }) {
    if (!(await lockQuestionnaire(db, id))) return questionnaireNotFound();
    const before = await findQuestion(db, id, questionAnswerId);
    if (!before) return questionNotFound();
    requireVersion(before);
    await resetQuestion(db, before);
    audit.performed('Deleted an answer', { changes: describeChanges(before, { ...before, answer: null, status: 'untouched' }) });
    return { status: 204 };
  },
};

type Schemas = components['schemas'];
type QuestionAnswer = Schemas['QuestionAnswer'];

/** Finds the stored question and locks its questionnaire. @returns undefined if the answer should not be stored */
async function findStoredQuestion(db: OrganizationDatabase, { questionIndex }: AskedQuestion, questionnaireId: string | undefined) {
  if (questionnaireId === undefined) return undefined;
  if (!(await lockQuestionnaire(db, questionnaireId))) return questionnaireNotFound();
  return (await findQuestion(db, questionnaireId, String(questionIndex))) ?? questionNotFound();
}

async function storeAndReply(
  { db, audit, actor }: Pick<OrganizationContext, 'db' | 'audit' | 'actor'>,
  storedQuestion: QuestionAnswer | undefined,
  generated: Schemas['GeneratedAnswer'],
) {
  const { questionIndex, question, answer, sources, draftedByModel } = generated;
  // Answers written by hand are kept. An earlier generated answer is kept if no new one was generated.
  const shouldStore = storedQuestion !== undefined && storedQuestion.status !== 'manual' && answer !== null;
  if (shouldStore) await storeGenerated(db, storedQuestion.questionnaireId, [{ questionIndex, answer, sources, draftedByModel }], true);
  audit.performed('Generated an answer', {
    entityId: storedQuestion?.questionnaireId ?? actor.organizationId,
    changes: {
      ...changesOnCreate({ question, draftedByModel }),
      ...((shouldStore || !storedQuestion) && { answer: { previous: storedQuestion?.answer ?? null, current: answer } }),
    },
  });
  return { status: 200, body: generated } as const;
}

/**
 * Stores an answer as a manual answer, which then answers the same question in other questionnaires (rule 11).
 * @returns the id of the manual answer, or undefined if the question or the answer is missing
 */
async function saveAsManualAnswer(db: OrganizationDatabase, { question, answer, questionnaireId }: QuestionAnswer, author: Author) {
  if (answer === null || question.trim() === '') return undefined;
  const { id } = await saveManualAnswer(db, { question, answer, sourceQuestionnaireId: questionnaireId, author });
  return id;
}

/** @returns the changes for the audit log, including the unchanged index, which identifies the question */
function describeChanges(before: QuestionAnswer, after: QuestionAnswer): Changes {
  const { questionIndex } = before;
  return { questionIndex: { previous: questionIndex, current: questionIndex }, ...changesBetween(before, after, ['answer', 'status']) };
}
