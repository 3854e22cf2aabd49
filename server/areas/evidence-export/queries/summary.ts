/** The evidence of a task as one answer of bounded length (spec/areas/evidence-export, rules 1 to 3 and 12). */
import type { components } from '../../../../generated/api.d.ts';
import { kindOf } from '../../../domain/attachments/attachments.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { EvidenceResult, EvidenceTask, Organization } from '../rules/evidence.ts';
import { redactedResult, redactedRun, shorteners } from '../rules/shortened.ts';
import { listAutomations } from './automations.ts';
import { filesOf } from './reading.ts';
import { firstResults, listRuns } from './runs.ts';

type Summary = components['schemas']['TaskEvidenceSummary'];

/** What an answer shows at most (maxItems in the contract). */
const most = { automations: 200, attachments: 1000, results: 50 } as const;

/** @param runsLimit runs of each automation that are shown @param baseUrl of this service */
export async function summaryOf(
  db: OrganizationDatabase,
  { organization, task, exportedAt }: { readonly organization: Organization; readonly task: EvidenceTask; readonly exportedAt: string },
  runsLimit: number,
  baseUrl: string,
): Promise<Summary> {
  const shortened = shorteners();
  const shownResult = (result: EvidenceResult) => {
    const { evidence, ...rest } = redactedResult(result);
    return { ...rest, evidence: shortened(evidence) };
  };
  const automations: Summary['automations'] = [];
  for (const automation of (await listAutomations(db, task, baseUrl)).slice(0, most.automations)) {
    const runs = await listRuns(db, task, automation, undefined, runsLimit);
    const results = await firstResults(
      db,
      runs.flatMap(({ id, type }) => (type === 'app_automation' ? id : [])),
      most.results,
    );
    automations.push({
      ...automation,
      runs: runs.map((run) => {
        const { logs, output, ...rest } = redactedRun(run);
        return { ...rest, logs: shortened(logs), output: shortened(output), results: (results.get(run.id) ?? []).map(shownResult) };
      }),
    });
  }
  const attachments: Summary['attachments'] = [];
  for await (const { id, name, mimeType, size, createdAt } of filesOf((work) => work(db), task, most.attachments))
    attachments.push({ id, name, type: kindOf(mimeType), mimeType, size, createdAt });
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
