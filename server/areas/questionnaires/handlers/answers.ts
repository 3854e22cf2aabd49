/** Single answers: found at once, written by hand, accepted, taken back. */
import type { components } from '../../../../generated/api.d.ts';
import { added, type Changes, differences } from '../../../platform/audit/changes.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { OrganizationContext } from '../../../platform/context.ts';
import { invalid, isRefusal } from '../../../platform/refusals/refusal.ts';
import { saveManualAnswer } from '../../../domain/manual-answers/manual-answers.ts';
import { takeCall } from '../../../domain/text-generation/budget.ts';
import { writerWith } from '../../../domain/text-generation/writer.ts';
import { CallOutside } from '../../../contract/replies.ts';
import type { Handlers } from '../../../contract/types.ts';
import { answerOf, type Asked, passagesFor } from '../queries/answering.ts';
import { unknownSources } from '../queries/cited.ts';
import { draftingGenerator } from '../rules/drafting.ts';
import { quotingGenerator } from '../rules/generator.ts';
import { findQuestion, resetQuestion, saveAnswer, storeGenerated } from '../queries/questions.ts';
import { lockQuestionnaire } from '../queries/questionnaires.ts';
import { shownTo } from '../queries/shown.ts';
import { questionNotFound, questionnaireNotFound } from '../refusals.ts';
import { distinct, sourcesOf } from '../rules/sources.ts';

export const answers: Pick<Handlers<'questionnaires'>, 'generateAnswer' | 'replaceQuestionnaireAnswer' | 'deleteQuestionnaireAnswer'> = {
  async generateAnswer({ body: { question, questionIndex, questionnaireId }, db, audit, actor, ports, newWriteTransaction }) {
    const asked = { question: question.trim(), questionIndex };
    const place = await placeOf(db, asked, questionnaireId);
    if (isRefusal(place)) return place;
    const found = await passagesFor(db, asked.question, actor);
    if (!ports.textModel) return keepGenerated({ db, audit, actor }, place, await answerOf(quotingGenerator, asked, found));
    // The model is asked between two transactions, and the place is looked for again.
    return new CallOutside(async () => {
      const writer = writerWith({
        model: ports.textModel,
        take: (callsPerDay) => newWriteTransaction((further) => takeCall(further, callsPerDay)),
      });
      const generated = await answerOf(draftingGenerator(writer), asked, found);
      return async (context) => {
        const still = await placeOf(context.db, asked, questionnaireId);
        return isRefusal(still) ? still : keepGenerated(context, still, generated);
      };
    });
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
    const [shown = saved] = await shownTo(db, actor.memberId, [saved]);
    return { status: 200, body: shown };
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

type Schemas = components['schemas'];
type QuestionAnswer = Schemas['QuestionAnswer'];

/** Where the answer is to be stored, whose questionnaire is held then; undefined when it is not. */
async function placeOf(db: OrganizationDatabase, { questionIndex }: Asked, questionnaireId: string | undefined) {
  if (questionnaireId === undefined) return undefined;
  if (!(await lockQuestionnaire(db, questionnaireId))) return questionnaireNotFound();
  return (await findQuestion(db, questionnaireId, String(questionIndex))) ?? questionNotFound();
}

async function keepGenerated(
  { db, audit, actor }: Pick<OrganizationContext, 'db' | 'audit' | 'actor'>,
  stored: QuestionAnswer | undefined,
  generated: Schemas['GeneratedAnswer'],
) {
  const { questionIndex, question, answer, sources, draftedByModel } = generated;
  // What a person wrote stays, and so does an earlier answer where there is no new one.
  const isStored = stored !== undefined && stored.status !== 'manual' && answer !== null;
  if (isStored) await storeGenerated(db, stored.questionnaireId, [{ questionIndex, answer, sources, draftedByModel }], true);
  audit.did('Generated an answer', {
    entityId: stored?.questionnaireId ?? actor.organizationId,
    changes: {
      ...added({ question, draftedByModel }),
      ...((isStored || !stored) && { answer: { previous: stored?.answer ?? null, current: answer } }),
    },
  });
  return { status: 200, body: generated } as const;
}

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
