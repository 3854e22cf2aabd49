/** Reading the text of documents again: started here, done in a run. */
import type { Handlers } from '../../../contract/types.ts';
import { added } from '../../../platform/audit/changes.ts';
import { startRun } from '../../../platform/jobs/start.ts';
import { lockDocuments, noteRun } from '../queries/documents.ts';
import { documentNotFound, documentProcessing } from '../refusals.ts';

export const processing: Pick<Handlers<'knowledge-base'>, 'processKnowledgeBaseDocuments'> = {
  async processKnowledgeBaseDocuments({ body: { documentIds }, db, actor, audit }) {
    const held = await lockDocuments(db, documentIds);
    if (held.length < documentIds.length) return documentNotFound();
    if (held.some(({ isProcessing }) => isProcessing)) return documentProcessing();
    const run = await startRun(db, actor, { kind: 'process_documents', total: documentIds.length, input: { documentIds } });
    if (!run) throw new Error('a run without a subject is always started');
    await noteRun(db, documentIds, run.id);
    const [only, ...others] = documentIds;
    audit.did('Started processing knowledge base documents', {
      entityId: only !== undefined && !others.length ? only : actor.organizationId,
      changes: added({ documentIds }),
    });
    return { status: 202, body: run };
  },
};
