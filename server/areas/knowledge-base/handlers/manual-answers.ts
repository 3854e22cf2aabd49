/** Answers that people wrote: saving, reading, changing and deleting them. */
import type { Handlers } from '../../../contract/types.ts';
import { saveManualAnswer } from '../../../domain/manual-answers/manual-answers.ts';
import { invalid } from '../../../platform/refusals/refusal.ts';
import {
  deleteManualAnswer,
  deleteManualAnswers,
  findManualAnswer,
  hasQuestionnaire,
  listManualAnswers,
  lockManualAnswer,
  updateManualAnswer,
} from '../queries/manual-answers.ts';
import { manualAnswerNotFound, questionTaken } from '../refusals.ts';

const told = ['question', 'answer', 'tags', 'sourceQuestionnaireId'] as const;

export const manualAnswers: Pick<
  Handlers<'knowledge-base'>,
  'listManualAnswers' | 'saveManualAnswer' | 'getManualAnswer' | 'updateManualAnswer' | 'deleteManualAnswer' | 'deleteAllManualAnswers'
> = {
  async listManualAnswers({ query, page, db }) {
    return { status: 200, page: await listManualAnswers(db, query, page) };
  },

  async saveManualAnswer({ body, db, actor, audit }) {
    const { question, answer, tags, sourceQuestionnaireId = null } = body;
    if (sourceQuestionnaireId !== null && !(await hasQuestionnaire(db, sourceQuestionnaireId)))
      return invalid({ sourceQuestionnaireId: 'must be the id of a questionnaire of the organization' });
    const by = actor.user?.id ?? null;
    const { id, before } = await saveManualAnswer(db, { question, answer, tags: tags && labelsIn(tags), sourceQuestionnaireId, by });
    const saved = await findManualAnswer(db, id);
    if (!saved) throw new Error(`${id} is not there, though it was just saved`);
    if (!before) {
      const { question: asked, answer: said, tags: labels } = saved;
      audit.created({ question: asked, answer: said, tags: labels, sourceQuestionnaireId }, { description: 'Created manual answer' });
      return { status: 201, body: saved };
    }
    audit.changed(before, saved, { entityId: id, description: 'Updated manual answer', fields: told });
    return { status: 200, body: saved };
  },

  async getManualAnswer({ path, db }) {
    const found = await findManualAnswer(db, path.manualAnswerId);
    return found ? { status: 200, body: found } : manualAnswerNotFound();
  },

  async updateManualAnswer({ path, body, db, actor, audit }) {
    const before = await lockManualAnswer(db, path.manualAnswerId);
    if (!before) return manualAnswerNotFound();
    const { question = before.question, answer = before.answer, tags = before.tags } = body;
    const fields = { question: question.trim(), answer: answer.trim(), tags: labelsIn(tags) };
    if (!(await updateManualAnswer(db, before.id, fields, actor.user?.id ?? null))) return questionTaken();
    const after = await findManualAnswer(db, before.id);
    if (!after) return manualAnswerNotFound();
    audit.changed(before, after, { description: 'Updated manual answer', fields: told });
    return { status: 200, body: after };
  },

  async deleteManualAnswer({ path, db, audit }) {
    const found = await lockManualAnswer(db, path.manualAnswerId);
    if (!found) return manualAnswerNotFound();
    await deleteManualAnswer(db, found.id);
    const { question, answer, tags } = found;
    audit.removed({ question, answer, tags }, { description: 'Deleted manual answer' });
    return { status: 204 };
  },

  async deleteAllManualAnswers({ db, actor, audit }) {
    const number = await deleteManualAnswers(db);
    audit.removed({ manualAnswers: number }, { entityId: actor.organizationId, description: 'Deleted all manual answers' });
    return { status: 204 };
  },
};

/** Without white space around them, and each once. */
function labelsIn(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))];
}
