/** Starts a run that reads the text of documents, for the first time or again. */
import type { Handlers } from '#contract/types';
import { changesOnCreate } from '#platform/audit/changes';
import { startRun } from '#platform/jobs/start';
import { lockDocuments, setRun } from '../queries/documents.ts';
import { documentNotFound, documentProcessing } from '../refusals.ts';

export const processing: Pick<Handlers<'knowledge-base'>, 'processKnowledgeBaseDocuments'> = {
  async processKnowledgeBaseDocuments({ body: { documentIds }, db, actor, audit }) {
    const lockedDocuments = await lockDocuments(db, documentIds);
    if (lockedDocuments.length < documentIds.length) return documentNotFound();
    const documentInProcess = lockedDocuments.find(({ isProcessing }) => isProcessing);
    if (documentInProcess) return documentProcessing(documentInProcess.processingStatus);
    const run = await startRun(db, actor, { kind: 'process_documents', total: documentIds.length, input: { documentIds } });
    if (!run) throw new Error('the run was not started, although nothing can conflict with it');
    await setRun(db, documentIds, run.id);
    const [firstId, ...otherIds] = documentIds;
    audit.performed('Started processing knowledge base documents', {
      entityId: firstId !== undefined && !otherIds.length ? firstId : actor.organizationId,
      changes: changesOnCreate({ documentIds }),
    });
    return { status: 202, body: run };
  },
};
