/** Streams the runs of an automation as JSON (evidence-export, rule 10). */
import { type ReadTransaction, readResults, readRuns } from '../queries/reading.ts';
import type { Automation, EvidenceTask } from '../rules/evidence.ts';

/** Yields one JSON object in parts: the check or automation, its runs with their results, newest first, and the time of the export. */
export async function* evidenceJson(
  read: ReadTransaction,
  task: EvidenceTask,
  automation: Automation,
  exportedAt: string,
): AsyncGenerator<Buffer> {
  const { integrationLogoUrl: _logo, checkId: _check, ...exportedFields } = automation;
  yield Buffer.from(`{"automation":${JSON.stringify(exportedFields)},"runs":[`);
  let runSeparator = '\n';
  for await (const { type: _type, automationName: _name, automationId: _id, createdAt, ...run } of readRuns(read, task, automation)) {
    yield Buffer.from(`${runSeparator}${JSON.stringify(run).slice(0, -1)},"results":[`);
    let resultSeparator = '';
    for await (const results of readResults(read, { id: run.id, type: automation.type })) {
      yield Buffer.from(`${resultSeparator}${JSON.stringify(results).slice(1, -1)}`);
      resultSeparator = ',';
    }
    yield Buffer.from(`],"createdAt":${JSON.stringify(createdAt)}}`);
    runSeparator = ',\n';
  }
  yield Buffer.from(`\n],"exportedAt":${JSON.stringify(exportedAt)}}\n`);
}
