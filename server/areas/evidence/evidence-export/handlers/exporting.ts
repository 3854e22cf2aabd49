/** Exports the evidence of the organization as one archive (evidence-export, rules 13 to 15). */
import { stateOf } from '#contract/states';
import { runStatus } from '#generated/transitions';
import type { Handlers } from '#contract/types';
import { mayRead } from '#domain/access/records/kinds';
import { changesOnCreate } from '#platform/audit/changes';
import { startRun } from '#platform/jobs/start';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, refusal } from '#platform/refusals/refusal';
import { findExport, findRecentExport, findActiveExport } from '../queries/exports.ts';
import { countTasks, isAdopted } from '../queries/tasks.ts';

/** Seconds for which a download link works. */
const linkSeconds = 3600;

type ExportOperations = 'startOrganizationEvidenceExport' | 'getOrganizationEvidenceExportDownloadUrl';

export const exporting: Pick<Handlers<'evidence-export'>, ExportOperations> = {
  async startOrganizationEvidenceExport({ body: { includeJson = false, frameworkInstanceId }, actor, db, audit, skipAudit }) {
    const input = { includeJson, ...(frameworkInstanceId !== undefined && { frameworkInstanceId }) };
    if (frameworkInstanceId !== undefined && !(mayRead(actor, 'framework') && (await isAdopted(db, frameworkInstanceId))))
      return invalid({ frameworkInstanceId: fieldErrors.unknownReference('framework', 'an adopted framework') });
    const existingExport = await findExistingExport();
    if (existingExport) return existingExport;
    const total = await countTasks(db, frameworkInstanceId);
    if (total === 0) return refusal('evidence_missing');
    const run = await startRun(db, actor, { kind: 'evidence_export', subject: actor.organizationId, input, total });
    // If two requests are concurrent, the second one waits for the first one and then finds its run.
    const concurrentExport = run ? undefined : await findExistingExport();
    if (concurrentExport) return concurrentExport;
    if (!run) throw new Error('an export is running, but its run was not found');
    audit.performed('Started export of evidence', {
      entityType: 'task',
      entityId: run.id,
      changes: changesOnCreate({ includeJson, frameworkInstanceId: frameworkInstanceId ?? null }),
    });
    return { status: 202, body: run };

    async function findExistingExport() {
      const activeExport = await findActiveExport(db, input);
      if (activeExport && !activeExport.isSame) return refusal('evidence_export_running', { runId: activeExport.run.id });
      const sameExport = activeExport?.run ?? (await findRecentExport(db, input));
      if (!sameExport) return undefined;
      skipAudit();
      return { status: 202, body: sameExport } as const;
    }
  },

  async getOrganizationEvidenceExportDownloadUrl({ path: { runId }, db, ports: { files } }) {
    const exportRun = await findExport(db, runId);
    if (!exportRun) return refusal('evidence_export_not_found');
    if (exportRun.status !== 'completed') return refusal('evidence_export_not_completed', stateOf(runStatus, exportRun.status));
    if (!exportRun.archive) return refusal('evidence_export_deleted');
    const { fileKey, fileName, fileSize } = exportRun.archive;
    const downloadUrl = files.link(fileKey, linkSeconds, { name: fileName, type: 'application/zip' });
    return { status: 200, body: { downloadUrl, fileName, fileSize, expiresIn: linkSeconds } };
  },
};
