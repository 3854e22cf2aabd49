/** The evidence of one task, to be read and to be downloaded (spec/areas/evidence-export, rules 1 to 5). */
import { added } from '../../../platform/audit/changes.ts';
import { findOrganization } from '../../../domain/organization/own.ts';
import type { Handlers } from '../../../contract/types.ts';
import { Deferred } from '../../../contract/replies.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { automationBlocks, automationHead } from '../documents/blocks.ts';
import { reportOf } from '../documents/report.ts';
import { taskArchive } from '../documents/task-archive.ts';
import { listAutomations } from '../queries/automations.ts';
import { evidenceOf } from '../queries/evidence.ts';
import { summaryOf } from '../queries/summary.ts';
import { findTask } from '../queries/tasks.ts';
import { taskNotFound, withoutRuns } from '../refusals.ts';
import { slugOf } from '../../../documents/zip/names.ts';

/** Seconds that a request waits while other documents are made. */
const waitSeconds = 30;

type Reading = 'getTaskEvidence' | 'exportAutomationEvidencePdf' | 'exportTaskEvidenceZip';

export const reading: Pick<Handlers<'evidence-export'>, Reading> = {
  async getTaskEvidence({ path: { taskId }, query: { runsLimit = 20 }, db, ports: { baseUrl } }) {
    const task = await findTask(db, taskId);
    if (!task) return taskNotFound();
    const organization = await findOrganization(db);
    return { status: 200, body: await summaryOf(db, { organization, task, exportedAt: new Date().toISOString() }, runsLimit, baseUrl) };
  },

  async exportAutomationEvidencePdf({ path: { taskId, automationId }, db, ports: { baseUrl }, audit, newReadTransaction }) {
    const task = await findTask(db, taskId);
    if (!task) return taskNotFound();
    const automation = (await listAutomations(db, task, baseUrl)).find(({ id }) => id === automationId);
    if (!automation) return withoutRuns();
    const subject = { organization: await findOrganization(db), task, exportedAt: new Date().toISOString() };
    audit.did('Exported evidence of an automation as PDF', {
      entityType: 'task',
      entityId: taskId,
      changes: added({ automationId, name: automation.name }),
    });
    return new Deferred(async () => {
      const blocks = automationBlocks(newReadTransaction, subject, automation);
      const body = await reportOf(subject.organization.id, automationHead(subject, automation), blocks, { waitSeconds });
      return {
        status: 200,
        type: 'application/pdf',
        headers: named(subject, automation.name, 'pdf'),
        body,
      } as const;
    });
  },

  async exportTaskEvidenceZip({
    path: { taskId },
    query: { includeJson = false },
    db,
    ports: { baseUrl, files },
    audit,
    newReadTransaction,
  }) {
    const task = await findTask(db, taskId);
    if (!task) return taskNotFound();
    const [organization, evidence] = [await findOrganization(db), await evidenceOf(db, task, baseUrl)];
    const subject = { organization, task, exportedAt: new Date().toISOString() };
    audit.did('Exported evidence of task', { entityType: 'task', entityId: taskId, changes: added({ includeJson }) });
    return {
      status: 200,
      type: 'application/zip',
      headers: named(subject, task.title, 'zip'),
      body: taskArchive({ read: newReadTransaction, files, includeJson }, subject, evidence),
    };
  },
};

function named(
  { organization, exportedAt }: { readonly organization: { readonly name: string }; readonly exportedAt: string },
  what: string,
  extension: string,
) {
  const name = `${slugOf(organization.name)}_${slugOf(what)}_evidence_${exportedAt.slice(0, 10)}.${extension}`;
  return { 'Content-Disposition': dispositionOf(name, false) };
}
