/** Starts the run that reads the text of documents again. */
import type { Handlers } from '#contract/types';
import { changesOnCreate } from '#platform/audit/changes';
import { startRun } from '#platform/jobs/start';
import { lockDocuments, setRun } from '../queries/documents.ts';
import { documentNotFound, documentProcessing } from '../refusals.ts';

export const processing: Pick<Handlers<'knowledge-base'>, 'processKnowledgeBaseDocuments'> = {
  async processKnowledgeBaseDocuments({ body: { documentIds }, db, actor, audit }) {
    const locked = await lockDocuments(db, documentIds);
    if (locked.length < documentIds.length) return documentNotFound();
    if (locked.some(({ isProcessing }) => isProcessing)) return documentProcessing();
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
