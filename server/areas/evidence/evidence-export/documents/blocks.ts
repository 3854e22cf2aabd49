/** Builds the content of the PDF reports about the evidence of a task (evidence-export, rule 11). */
import { type ReadTransaction, readResults, readRuns } from '../queries/reading.ts';
import type { RunWithoutResults } from '../queries/runs.ts';
import type { Automation, EvidenceResult, EvidenceTask, Organization } from '../rules/evidence.ts';
import type { ReportBlock, ReportHead } from './report-parts.ts';

/** Limits of a PDF. `characters` limits evidence, logs and outputs together, `perValue` limits each of them, and `text` any other text. */
const limits = { runs: 100, results: 1000, characters: 500_000, perValue: 20_000, text: 5_000 } as const;

/** The task that a report describes. */
export interface ReportSubject {
  readonly organization: Organization;
  readonly task: EvidenceTask;
  /** The time of the export. */
  readonly exportedAt: string;
}

/** @returns the title and facts at the top of the report about a check or an automation */
export function automationHead({ organization, task, exportedAt }: ReportSubject, automation: Automation): ReportHead {
  return {
    title: automation.name,
    organization: organization.name,
    exportedAt,
    facts: [
      ['Organization', organization.name],
      ['Task', task.title],
      [automation.type === 'app_automation' ? 'Check' : 'Automation', automation.id],
      ...(automation.integrationName === null ? [] : [['Integration', automation.integrationName] as const]),
      ['Exported', formatTime(exportedAt)],
      ['Runs', runCountsOf(automation)],
    ],
  };
}

/** Yields the newest runs of a check or an automation with their results, and notes about omitted content. */
export async function* automationBlocks(
  read: ReadTransaction,
  { task }: ReportSubject,
  automation: Automation,
): AsyncGenerator<ReportBlock> {
  let remainingResults: number = limits.results;
  let remainingCharacters: number = limits.characters;
  let isTruncated = false;
  const codeBlocksOf = (name: string, value: unknown): ReportBlock[] => {
    if (value === null || value === undefined || (Array.isArray(value) && !value.length)) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    const shownText = text.slice(0, Math.min(remainingCharacters, limits.perValue));
    remainingCharacters -= shownText.length;
    if (shownText.length < text.length) isTruncated = true;
    return [
      { kind: 'subheading', text: name },
      ...(shownText ? [{ kind: 'code', text: shownText } as const] : []),
      ...(shownText.length < text.length
        ? [{ kind: 'note', text: `Characters that are left out: ${text.length - shownText.length}` } as const]
        : []),
    ];
  };
  for await (const run of readRuns(read, task, automation, limits.runs)) {
    yield* runBlocks(run);
    yield* codeBlocksOf('Output', run.output);
    let shownResults = 0;
    for await (const results of readResults(read, run, remainingResults)) {
      shownResults += results.length;
      for (const result of results) {
        yield* resultBlocks(result);
        yield* codeBlocksOf('Evidence', result.evidence);
      }
    }
    remainingResults -= shownResults;
    if (run.totalChecked > shownResults && run.type === 'app_automation' && remainingResults === 0) {
      isTruncated = true;
      yield { kind: 'note', text: `Results that are left out: ${run.totalChecked - shownResults}` };
    }
    yield* codeBlocksOf('Log', run.logs);
  }
  if (automation.totalRuns > limits.runs)
    yield { kind: 'note', text: `Older runs that are left out: ${automation.totalRuns - limits.runs}` };
  if (automation.totalRuns > limits.runs || isTruncated)
    yield { kind: 'note', text: 'The archive of the task has everything as JSON, if it is requested.' };
}

function* runBlocks(run: RunWithoutResults): Generator<ReportBlock> {
  yield { kind: 'heading', text: `${formatTime(run.startedAt ?? run.createdAt)} · ${run.status}` };
  const checkCounts = `${run.totalChecked} examined, ${run.passedCount} passed, ${run.failedCount} failed`;
  const parts = [`Run ${run.id}`, ...(run.durationMs === null ? [] : [`${run.durationMs} ms`])];
  yield { kind: 'text', text: [...parts, ...(run.type === 'app_automation' ? [checkCounts] : [])].join(' · ') };
  if (run.evaluationStatus !== null)
    yield {
      kind: 'text',
      text: `Evaluation: ${run.evaluationStatus}${run.evaluationReason === null ? '' : `. ${truncate(run.evaluationReason)}`}`,
    };
  if (run.error !== null) yield { kind: 'text', text: `Error: ${truncate(run.error)}` };
}

function* resultBlocks({
  passed,
  title,
  resourceType,
  resourceId,
  severity,
  description,
  remediation,
  collectedAt,
}: EvidenceResult): Generator<ReportBlock> {
  yield { kind: 'subheading', text: `${passed ? 'Passed' : `Failed${severity === null ? '' : ` (${severity})`}`}: ${truncate(title)}` };
  yield { kind: 'text', text: `${truncate(resourceType)} ${truncate(resourceId)} · ${formatTime(collectedAt)}` };
  if (description !== null) yield { kind: 'text', text: truncate(description) };
  if (remediation !== null) yield { kind: 'text', text: `Remediation: ${truncate(remediation)}` };
}

/** @param files the number of files of the task @returns the title and facts at the top of the summary of a task */
export function summaryHead({ organization, task, exportedAt }: ReportSubject, files: number): ReportHead {
  return {
    title: task.title,
    organization: organization.name,
    exportedAt,
    facts: [
      ['Organization', organization.name],
      ['Task', `${task.id}${task.archivedAt === null ? '' : ' (archived)'}`],
      ['Exported', formatTime(exportedAt)],
      ['Files', String(files)],
    ],
  };
}

/** @returns a table with the run counts of each check and automation of a task */
export function summaryBlocks(automations: readonly Automation[]): ReportBlock[] {
  if (!automations.length) return [{ kind: 'note', text: 'No check and no automation has runs on this task.' }];
  return [
    { kind: 'heading', text: 'Checks and automations' },
    {
      kind: 'table',
      widths: [165, 103, 40, 64, 46, 65],
      rows: [
        ['Name', 'Newest run', 'Runs', 'Succeeded', 'Failed', 'Kind'],
        ...automations.map(({ name, latestRunAt, totalRuns, successfulRuns, failedRuns, type, integrationName }) => [
          integrationName === null ? name : `${name} (${integrationName})`,
          latestRunAt === null ? '' : formatTime(latestRunAt),
          ...[totalRuns, successfulRuns, failedRuns].map(String),
          type === 'app_automation' ? 'Check' : 'Automation',
        ]),
      ],
    },
  ];
}

/** @param timestamp an ISO timestamp in UTC @returns the date and time as text, such as "2025-01-31 09:30 UTC" */
export function formatTime(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
}

function runCountsOf({ totalRuns, successfulRuns, failedRuns }: Automation): string {
  return `${totalRuns} in all, ${successfulRuns} succeeded, ${failedRuns} failed`;
}

function truncate(text: string): string {
  return text.length <= limits.text ? text : `${text.slice(0, limits.text)}…`;
}
