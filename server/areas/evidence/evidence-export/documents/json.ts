/** Streams the runs of an automation as JSON (evidence-export, rule 10). */
import { type ReadTransaction, readResults, readRuns } from '../queries/reading.ts';
import type { Automation, EvidenceTask } from '../rules/evidence.ts';

export async function* evidenceJson(
  read: ReadTransaction,
  task: EvidenceTask,
  automation: Automation,
  exportedAt: string,
): AsyncGenerator<Buffer> {
  const { integrationLogoUrl: _logo, checkId: _check, ...shown } = automation;
  yield Buffer.from(`{"automation":${JSON.stringify(shown)},"runs":[`);
  let separator = '\n';
  for await (const { type: _type, automationName: _name, automationId: _id, createdAt, ...run } of readRuns(read, task, automation)) {
    yield Buffer.from(`${separator}${JSON.stringify(run).slice(0, -1)},"results":[`);
    let between = '';
    for await (const results of readResults(read, { id: run.id, type: automation.type })) {
      yield Buffer.from(`${between}${JSON.stringify(results).slice(1, -1)}`);
      between = ',';
    }
    yield Buffer.from(`],"createdAt":${JSON.stringify(createdAt)}}`);
    separator = ',\n';
  }
  yield Buffer.from(`\n],"exportedAt":${JSON.stringify(exportedAt)}}\n`);
}
