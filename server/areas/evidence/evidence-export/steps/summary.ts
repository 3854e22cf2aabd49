/** Creates the response with the evidence of a task, limited in items and in length (evidence-export, rules 1 to 3 and 12). */
import type { components } from '#generated/api';
import { attachmentTypeOf } from '#domain/collaboration/attachments/attachments';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { EvidenceResult, EvidenceTask, Organization } from '../rules/evidence.ts';
import { redactResult, redactRun, createShortener } from '../rules/redaction.ts';
import { listAutomations } from '../queries/automations.ts';
import { readFiles } from '../queries/reading.ts';
import { listFirstResults, listRuns } from '../queries/runs.ts';

type Summary = components['schemas']['TaskEvidenceSummary'];

/** Maximum number of items in the lists of the response (maxItems in the contract). */
const limits = { automations: 200, attachments: 1000, results: 50 } as const;

/**
 * @param runsLimit maximum number of runs for each automation
 * @returns the evidence of a task, with secrets redacted and long values shortened
 */
export async function createSummary(
  db: OrganizationDatabase,
  { organization, task, exportedAt }: { readonly organization: Organization; readonly task: EvidenceTask; readonly exportedAt: string },
  runsLimit: number,
  baseUrl: string,
  reader: Pick<Reader, 'permissions'>,
): Promise<Summary> {
  const shorten = createShortener();
  const responseResultOf = (result: EvidenceResult) => {
    const { evidence, ...rest } = redactResult(result);
    return { ...rest, evidence: shorten(evidence) };
  };
  const automations: Summary['automations'] = [];
  for (const automation of (await listAutomations(db, reader, task, baseUrl)).slice(0, limits.automations)) {
    const runs = await listRuns(db, task, automation, undefined, runsLimit);
    const results = await listFirstResults(
      db,
      runs.flatMap(({ id, type }) => (type === 'app_automation' ? id : [])),
      limits.results,
    );
    automations.push({
      ...automation,
      runs: runs.map((run) => {
        const { logs, output, ...rest } = redactRun(run);
        return { ...rest, logs: shorten(logs), output: shorten(output), results: (results.get(run.id) ?? []).map(responseResultOf) };
      }),
    });
  }
  const attachments: Summary['attachments'] = [];
  for await (const { id, name, mimeType, size, createdAt } of readFiles((work) => work(db), task, limits.attachments))
    attachments.push({ id, name, type: attachmentTypeOf(mimeType), mimeType, size, createdAt });
  return {
    taskId: task.id,
    taskTitle: task.title,
    organizationId: organization.id,
    organizationName: organization.name,
    automations,
    attachments,
    exportedAt,
  };
}
