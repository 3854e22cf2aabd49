/** Reads and exports the evidence of one task (evidence-export, rules 1 to 5). */
import { changesOnCreate } from '#platform/audit/changes';
import { findOrganization } from '#domain/people/organization/own';
import type { Handlers } from '#contract/types';
import { Deferred } from '#contract/replies';
import { dispositionOf } from '#platform/ports/file-links';
import { automationBlocks, automationHead } from '../documents/blocks.ts';
import { createReport } from '../documents/report.ts';
import { createTaskArchive } from '../documents/task-archive.ts';
import { listAutomations } from '../queries/automations.ts';
import { findEvidence } from '../queries/evidence.ts';
import { createSummary } from '../steps/summary.ts';
import { findTask } from '../queries/tasks.ts';
import { taskNotFound, automationWithoutRuns } from '../refusals.ts';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isRefusal } from '#platform/refusals/refusal';
import { toSlug } from '#documents/zip/names';

/** Seconds that a request waits for a free worker while other documents are created. */
const waitSeconds = 30;

type ReadOperations = 'getTaskEvidence' | 'exportAutomationEvidencePdf' | 'exportTaskEvidenceZip';

export const reading: Pick<Handlers<'evidence-export'>, ReadOperations> = {
  async getTaskEvidence({ path: { taskId }, query: { runsLimit = 20 }, db, actor, ports: { baseUrl } }) {
    const task = await requireTask(db, taskId);
    if (isRefusal(task)) return task;
    const organization = await findOrganization(db);
    return {
      status: 200,
      body: await createSummary(db, { organization, task, exportedAt: new Date().toISOString() }, runsLimit, baseUrl, actor),
    };
  },

  async exportAutomationEvidencePdf({ path: { taskId, automationId }, db, actor, ports: { baseUrl }, audit, newReadTransaction }) {
    const task = await requireTask(db, taskId);
    if (isRefusal(task)) return task;
    const automation = (await listAutomations(db, actor, task, baseUrl)).find(({ id }) => id === automationId);
    if (!automation) return automationWithoutRuns();
    const subject = { organization: await findOrganization(db), task, exportedAt: new Date().toISOString() };
    audit.performed('Exported evidence of an automation as PDF', {
      entityType: 'task',
      entityId: taskId,
      changes: changesOnCreate({ automationId, name: automation.name }),
    });
    return new Deferred(async () => {
      const blocks = automationBlocks(newReadTransaction, subject, automation);
      const body = await createReport(subject.organization.id, automationHead(subject, automation), blocks, { waitSeconds });
      return {
        status: 200,
        type: 'application/pdf',
        headers: downloadHeaders(subject, automation.name, 'pdf'),
        body,
      } as const;
    });
  },

  async exportTaskEvidenceZip({
    path: { taskId },
    query: { includeJson = false },
    db,
    actor,
    ports: { baseUrl, files },
    audit,
    newReadTransaction,
  }) {
    const task = await requireTask(db, taskId);
    if (isRefusal(task)) return task;
    const [organization, evidence] = [await findOrganization(db), await findEvidence(db, actor, task, baseUrl)];
    const subject = { organization, task, exportedAt: new Date().toISOString() };
    audit.performed('Exported evidence of task', { entityType: 'task', entityId: taskId, changes: changesOnCreate({ includeJson }) });
    return {
      status: 200,
      type: 'application/zip',
      headers: downloadHeaders(subject, task.title, 'zip'),
      body: createTaskArchive({ read: newReadTransaction, files, includeJson }, subject, evidence),
    };
  },
};

async function requireTask(db: OrganizationDatabase, id: string) {
  return (await findTask(db, id)) ?? taskNotFound();
}

function downloadHeaders(
  { organization, exportedAt }: { readonly organization: { readonly name: string }; readonly exportedAt: string },
  subjectName: string,
  extension: string,
) {
  const fileName = `${toSlug(organization.name)}_${toSlug(subjectName)}_evidence_${exportedAt.slice(0, 10)}.${extension}`;
  return { 'Content-Disposition': dispositionOf(fileName, false) };
}
