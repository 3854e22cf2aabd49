/** Handlers of manual decisions about single controls. */
import type { components } from '#generated/api';
import { type Changes, changesBetween } from '#platform/audit/changes';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { authorOf } from '#platform/identity/author';
import { findAnswer, insertAnswer, listVersions } from '../queries/answers.ts';
import { findConfigurationOfDocument } from '../queries/configurations.ts';
import { findDocument, lockDocument, reopenDocument } from '../queries/documents.ts';
import { visibleAnswers } from '../queries/visible-answers.ts';
import { findReferencesOfFramework } from '../queries/references.ts';
import { decisionNotJustified, documentNotFound, documentPending, questionNotFound, reasonMissing } from '../refusals.ts';
import { type Answered, applyEdit, lacksJustification, hasLostJustification, statusOf } from '../rules/answers.ts';
import { withReferences } from '../rules/references.ts';

export const decisions: Pick<Handlers<'soa'>, 'updateSoaAnswer' | 'listSoaAnswerVersions'> = {
  async updateSoaAnswer({ path: { documentId, questionId }, body, actor, db, audit, requireVersion }) {
    const document = await lockDocument(db, documentId);
    if (!document) return documentNotFound();
    if (!(await hasQuestion(db, document, questionId))) return questionNotFound();
    if (document.approvalStatus === 'pending') return documentPending();
    const previous = await findAnswer(db, documentId, questionId);
    if (previous) requireVersion(previous);
    const editedAnswer = applyEdit(previous, body);
    if (lacksJustification(previous, body)) return decisionNotJustified();
    if (hasLostJustification(editedAnswer)) return reasonMissing();
    const answer = await insertAnswer(db, previous, {
      ...editedAnswer,
      documentId,
      questionId,
      status: statusOf(editedAnswer),
      by: authorOf(actor),
    });
    await reopenDocument(db, documentId);
    audit.performed(`Decided ${questionId} in the statement of applicability`, { changes: changesOf(previous, answer) });
    const referencesOf = await findReferencesOfFramework(db, document.frameworkId, actor, questionId);
    const [visibleAnswer] = await visibleAnswers(db, actor, [withReferences(answer, referencesOf(questionId))]);
    if (!visibleAnswer) throw new Error('the answer was not found');
    return { status: 200, body: visibleAnswer };
  },

  async listSoaAnswerVersions({ path: { documentId, questionId }, query, page, db, actor }) {
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    if (!(await hasQuestion(db, document, questionId))) return questionNotFound();
    const [versionPage, referencesOf] = await Promise.all([
      listVersions(db, { documentId, questionId }, query, page),
      findReferencesOfFramework(db, document.frameworkId, actor, questionId),
    ]);
    const answers = versionPage.rows.map((answer) => withReferences(answer, referencesOf(questionId)));
    return { status: 200, page: { ...versionPage, rows: await visibleAnswers(db, actor, answers) } };
  },
};

async function hasQuestion(db: OrganizationDatabase, document: components['schemas']['SoaDocument'], questionId: string): Promise<boolean> {
  const { questions } = await findConfigurationOfDocument(db, document);
  return questions.some(({ id }) => id === questionId);
}

/** Returns the change of the decision, and the changes of its justification, reasons and status if they differ (soa, rule 12). */
function changesOf(previous: Answered | undefined, answer: Answered): Changes {
  return {
    isApplicable: { previous: previous?.isApplicable ?? null, current: answer.isApplicable },
    ...changesBetween({ ...previous }, { ...answer }, ['justification', 'reasons', 'manualStatus']),
  };
}
