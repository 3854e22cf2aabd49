/** Decisions about single controls, made by hand. */
import type { components } from '../../../../generated/api.d.ts';
import { type Changes, differences } from '../../../platform/audit/changes.ts';
import type { Handlers } from '../../../contract/types.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { findAnswer, insertAnswer, listVersions } from '../queries/answers.ts';
import { configurationOf } from '../queries/configurations.ts';
import { findDocument, lockDocument, reopenDocument } from '../queries/documents.ts';
import { findReferencesOf } from '../queries/references.ts';
import { decisionUnjustified, documentNotFound, documentPending, questionNotFound, reasonMissing } from '../refusals.ts';
import { type Answered, edited, lacksReason, lostReason, statusOf } from '../rules/answers.ts';
import { withReferences } from '../rules/references.ts';
import { mapPage } from '../../../platform/database/page.ts';

export const decisions: Pick<Handlers<'soa'>, 'updateSoaAnswer' | 'listSoaAnswerVersions'> = {
  async updateSoaAnswer({ path: { documentId, questionId }, body, actor, db, audit }) {
    const document = await lockDocument(db, documentId);
    if (!document) return documentNotFound();
    if (!(await asks(db, document, questionId))) return questionNotFound();
    if (document.approvalStatus === 'pending') return documentPending();
    const previous = await findAnswer(db, documentId, questionId);
    const next = edited(previous, body);
    if (lacksReason(previous, body)) return decisionUnjustified();
    if (lostReason(next)) return reasonMissing();
    const answer = await insertAnswer(db, previous, { ...next, documentId, questionId, status: statusOf(next), by: actor.user?.id });
    await reopenDocument(db, documentId);
    audit.did(`Decided ${questionId} in the statement of applicability`, { changes: changesOf(previous, answer) });
    const referencesOf = await findReferencesOf(db, document.frameworkId, questionId);
    return { status: 200, body: withReferences(answer, referencesOf(questionId)) };
  },

  async listSoaAnswerVersions({ path: { documentId, questionId }, page, db }) {
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    if (!(await asks(db, document, questionId))) return questionNotFound();
    const [found, referencesOf] = await Promise.all([
      listVersions(db, documentId, questionId, page),
      findReferencesOf(db, document.frameworkId, questionId),
    ]);
    return { status: 200, page: mapPage(found, (answer) => withReferences(answer, referencesOf(questionId))) };
  },
};

async function asks(db: OrganizationDatabase, document: components['schemas']['SoaDocument'], questionId: string): Promise<boolean> {
  const { questions } = await configurationOf(db, document);
  return questions.some(({ id }) => id === questionId);
}

/** Old and new decision, and the justification where it is another one now (spec/areas/soa, rule 12). */
function changesOf(previous: Answered | undefined, answer: Answered): Changes {
  return {
    isApplicable: { previous: previous?.isApplicable ?? null, current: answer.isApplicable },
    ...differences({ ...previous }, { ...answer }, ['justification', 'reasons', 'manualStatus']),
  };
}
