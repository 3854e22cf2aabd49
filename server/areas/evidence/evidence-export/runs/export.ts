/** Job that creates and stores the archive of the organization (evidence-export, rules 6, 14 and 15). */
import type { components } from '#generated/api';
import { changesOnCreate } from '#platform/audit/changes';
import type { JobHandler } from '#platform/jobs/job-handlers';
import { storeRunFile } from '#platform/jobs/store';
import { createOrganizationArchive } from '../documents/organization-archive.ts';
import { findEvidence } from '../queries/evidence.ts';
import { saveArchive } from '../queries/exports.ts';
import { type ReadTransaction, readTasks } from '../queries/reading.ts';
import { findOrganization } from '#domain/people/organization/own';
import { countTasks } from '../queries/tasks.ts';
import { archiveExpiry, exportFolder, exportInputOf } from '../rules/exports.ts';
import { toSlug } from '#documents/zip/names';

type Result = components['schemas']['EvidenceExportResult'];

/** Maximum number of failed tasks in the result of a run. */
const maxFailures = 100;
/** Milliseconds between two progress reports. */
const progressInterval = 1_000;

export const exportEvidence: JobHandler = async (run): Promise<Result> => {
  const { signal, ports } = run;
  const read: ReadTransaction = async (work) => {
    // A stopped run starts no further transaction.
    signal.throwIfAborted();
    return run.read(work);
  };
  const { includeJson, frameworkInstanceId } = exportInputOf(run.input);
  const { organization, taskCount } = await read(async (db) => ({
    organization: await findOrganization(db),
    taskCount: await countTasks(db, frameworkInstanceId),
  }));
  const exportedAt = new Date().toISOString();
  const day = exportedAt.slice(0, 10);
  const fileName = `${toSlug(organization.name)}_evidence_${day}.zip`;
  let reportedAt = -Infinity;
  const { archive, outcome } = createOrganizationArchive(
    { read, files: ports.files, includeJson, signal },
    {
      organization,
      frameworkInstanceId,
      exportedAt,
      tasks: readTasks(read, frameworkInstanceId),
      evidenceOf: (task) => read((db) => findEvidence(db, run.actor, task, ports.baseUrl)),
      async onDone(doneTasks, isLast) {
        if (!isLast && performance.now() - reportedAt < progressInterval) return;
        reportedAt = performance.now();
        // An empty step that only stores the progress.
        await run.step(() => Promise.resolve(), { done: doneTasks, total: isLast ? doneTasks : Math.max(doneTasks, taskCount) });
      },
    },
  );
  const { noted } = await storeRunFile(run, archive, exportFolder, `evidence-${day}-${run.id}.zip`, async (db, audit, fileKey, measure) => {
    const { size, sha256 } = measure;
    const expiresAt = archiveExpiry(new Date());
    await saveArchive(db, run.id, { fileName, fileKey, size, expiresAt });
    audit.performed('Exported evidence of the organization', {
      entityId: run.id,
      changes: changesOnCreate({
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
    failedTasks: failedTasks.slice(0, maxFailures),
  };
};
