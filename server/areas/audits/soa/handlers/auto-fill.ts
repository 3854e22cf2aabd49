/** Starts a run that fills in a document automatically. */
import { changesOnCreate } from '#platform/audit/changes';
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { startRun } from '#platform/jobs/start';
import { findDocument } from '../queries/documents.ts';
import { findFillable } from '../steps/fillable.ts';
import { documentNotFound, documentPending } from '../refusals.ts';

export const autoFill: Pick<Handlers<'soa'>, 'autoFillSoa'> = {
  async autoFillSoa({ path: { documentId }, body, actor, db, audit }) {
    const { overwrite = 'unanswered' } = body;
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    if (document.approvalStatus === 'pending') return documentPending();
    const { total } = await findFillable(db, document, overwrite, undefined);
    const run = await startRun(db, actor, {
      kind: 'auto_fill_soa',
      subject: documentId,
      input: { documentId, overwrite },
      total,
      result: { documentId },
    });
    if (!run) return refusal('soa_auto_fill_running');
    audit.performed('Started filling in the statement of applicability', { changes: changesOnCreate({ overwrite }) });
    return { status: 202, body: run };
  },
};
