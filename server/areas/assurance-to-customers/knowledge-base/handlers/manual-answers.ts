/** Saves, reads, changes and deletes manual answers. */
import type { Handlers } from '#contract/types';
import { audienceRefusal } from '#domain/access/audience/release';
import { createConfirmationRefusal } from '#contract/confirmation/require-confirmation';
import { saveManualAnswer } from '#domain/questionnaires/manual-answers/manual-answers';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import {
  countManualAnswers,
  deleteManualAnswer,
  deleteManualAnswers,
  findManualAnswer,
  lockQuestionnaireIfExists,
  listManualAnswers,
  lockManualAnswer,
  updateManualAnswer,
} from '../queries/manual-answers.ts';
import { manualAnswerNotFound, questionTaken } from '../refusals.ts';

const loggedFields = ['question', 'answer', 'tags', 'audience', 'sourceQuestionnaireId'] as const;

export const manualAnswers: Pick<
  Handlers<'knowledge-base'>,
  'listManualAnswers' | 'saveManualAnswer' | 'getManualAnswer' | 'updateManualAnswer' | 'deleteManualAnswer' | 'deleteAllManualAnswers'
> = {
  async listManualAnswers({ query, page, db }) {
    return { status: 200, page: await listManualAnswers(db, query, page) };
  },

  async saveManualAnswer({ body, db, actor, audit }) {
    const { question, answer, tags, audience, sourceQuestionnaireId = null } = body;
    if (sourceQuestionnaireId !== null && !(await lockQuestionnaireIfExists(db, sourceQuestionnaireId)))
      return invalid({
        sourceQuestionnaireId: fieldErrors.unknownReference('questionnaire', 'the id of a questionnaire of the organization'),
      });
    const { id, before } = await saveManualAnswer(db, {
      question,
      answer,
      tags: tags && [...new Set(tags)],
      audience,
      sourceQuestionnaireId,
      author: authorOf(actor),
    });
    const after = await findManualAnswer(db, id);
    if (!after) throw new Error(`${id} was not found, although it was just saved`);
    const rejection = audienceRefusal(actor, before?.answer === after.answer ? before.audience : 'internal', after.audience);
    if (rejection) return rejection;
    if (!before) {
      const { question: savedQuestion, answer: savedAnswer, tags: savedTags, audience: savedAudience } = after;
      const fields = { question: savedQuestion, answer: savedAnswer, tags: savedTags, audience: savedAudience, sourceQuestionnaireId };
      audit.created(fields, { description: 'Created manual answer' });
      return { status: 201, body: after };
    }
    audit.changed(before, after, { entityId: id, description: 'Updated manual answer', fields: loggedFields });
    return { status: 200, body: after };
  },

  async getManualAnswer({ path, db }) {
    const manualAnswer = await findManualAnswer(db, path.manualAnswerId);
    return manualAnswer ? { status: 200, body: manualAnswer } : manualAnswerNotFound();
  },

  async updateManualAnswer({ path, body, db, actor, audit }) {
    const before = await lockManualAnswer(db, path.manualAnswerId);
    if (!before) return manualAnswerNotFound();
    const { question = before.question, answer = before.answer, tags = before.tags } = body;
    // A changed text becomes internal again, because the former text was released, not this one.
    const isTextUnchanged = question === before.question && answer === before.answer;
    const defaultAudience = isTextUnchanged ? before.audience : 'internal';
    const fields = { question, answer, tags: [...new Set(tags)], audience: body.audience ?? defaultAudience };
    const rejection = audienceRefusal(actor, defaultAudience, fields.audience);
    if (rejection) return rejection;
    if (!(await updateManualAnswer(db, before.id, fields, authorOf(actor)))) return questionTaken();
    const after = await findManualAnswer(db, before.id);
    if (!after) return manualAnswerNotFound();
    audit.changed(before, after, { description: 'Updated manual answer', fields: loggedFields });
    return { status: 200, body: after };
  },

  async deleteManualAnswer({ path, db, audit }) {
    const manualAnswer = await lockManualAnswer(db, path.manualAnswerId);
    if (!manualAnswer) return manualAnswerNotFound();
    await deleteManualAnswer(db, manualAnswer.id);
    const { question, answer, tags, audience } = manualAnswer;
    audit.removed({ question, answer, tags, audience }, { description: 'Deleted manual answer' });
    return { status: 204 };
  },

  async deleteAllManualAnswers({ query, db, actor, audit }) {
    if (query.confirm !== 'true') {
      const count = await countManualAnswers(db);
      return createConfirmationRefusal(actor, 'true', [{ count, kind: 'manual answer', plural: 'manual answers' }]);
    }
    const deletedCount = await deleteManualAnswers(db);
    audit.removed({ manualAnswers: deletedCount }, { entityId: actor.organizationId, description: 'Deleted all manual answers' });
    return { status: 204 };
  },
};
