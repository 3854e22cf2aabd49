/** Makes the archive of the organization (spec/areas/evidence-export, rules 6, 14 and 15). */
import type { components } from '../../../../generated/api.d.ts';
import { added } from '../../../platform/audit/changes.ts';
import type { JobHandler } from '../../../platform/jobs/job-handlers.ts';
import { storeInRun } from '../../../platform/jobs/store.ts';
import { organizationArchive } from '../documents/organization-archive.ts';
import { evidenceOf } from '../queries/evidence.ts';
import { noteArchive } from '../queries/exports.ts';
import { type Read, tasksOf } from '../queries/reading.ts';
import { findOrganization } from '../../../domain/organization/own.ts';
import { countTasks } from '../queries/tasks.ts';
import { endOfArchive, exportFolder, exportInputOf } from '../rules/exports.ts';
import { slugOf } from '../../../documents/zip/names.ts';

type Result = components['schemas']['EvidenceExportResult'];

/** How many failures the result of a run shows. */
const mostFailures = 100;
/** Milliseconds between two reports of progress. */
const pause = 1_000;

export const exportEvidence: JobHandler = async (run): Promise<Result> => {
  const { signal, ports } = run;
  const read: Read = async (work) => {
    // Long reading ends with the run, too.
    signal.throwIfAborted();
    return run.read(work);
  };
  const { includeJson, frameworkInstanceId } = exportInputOf(run.input);
  const { organization, counted } = await read(async (db) => ({
    organization: await findOrganization(db),
    counted: await countTasks(db, frameworkInstanceId),
  }));
  const exportedAt = new Date().toISOString();
  const day = exportedAt.slice(0, 10);
  const fileName = `${slugOf(organization.name)}_evidence_${day}.zip`;
  let told = -Infinity;
  const { archive, outcome } = organizationArchive(
    { read, files: ports.files, includeJson, signal },
    {
      organization,
      frameworkInstanceId,
      exportedAt,
      tasks: tasksOf(read, frameworkInstanceId),
      evidenceOf: (task) => read((db) => evidenceOf(db, task, ports.baseUrl)),
      async onDone(done, isLast) {
        if (!isLast && performance.now() - told < pause) return;
        told = performance.now();
        await run.step(() => Promise.resolve(), { done, total: isLast ? done : Math.max(done, counted) });
      },
    },
  );
  const { noted } = await storeInRun(run, archive, exportFolder, `evidence-${day}-${run.id}.zip`, async (db, audit, fileKey, measure) => {
    const { size, sha256 } = measure;
    const expiresAt = endOfArchive(new Date());
    await noteArchive(db, run.id, { fileName, fileKey, size, expiresAt });
    audit.did('Exported evidence of the organization', {
      entityId: run.id,
      changes: added({
        fileName,
        size,
        sha256,
        includeJson,
        frameworkInstanceId: frameworkInstanceId ?? null,
        tasks: outcome.tasks.length,
      }),
    });
    return { size, sha256, expiresAt };
  });
  const { tasks, failedTasks } = outcome;
  return {
    fileName,
    ...noted,
    includeJson,
    ...(frameworkInstanceId !== undefined && { frameworkInstanceId }),
    tasksTotal: tasks.length,
    tasksCompleted: tasks.length - failedTasks.length,
    tasksFailed: failedTasks.length,
    failedTasks: failedTasks.slice(0, mostFailures),
  };
};
