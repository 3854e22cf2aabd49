/** Content of the reports (evidence-export, rule 11). */
import { type ReadTransaction, readResults, readRuns } from '../queries/reading.ts';
import type { RunWithoutResults } from '../queries/runs.ts';
import type { Automation, EvidenceResult, EvidenceTask, Organization } from '../rules/evidence.ts';
import type { ReportBlock, ReportHead } from './report-parts.ts';

/** Limits of a PDF: runs, results, and characters of evidence, logs and outputs. */
const limits = { runs: 100, results: 1000, characters: 500_000, inOne: 20_000, text: 5_000 } as const;

/** The subject of a report. */
export interface ReportSubject {
  readonly organization: Organization;
  readonly task: EvidenceTask;
  /** When the evidence was read. */
  readonly exportedAt: string;
}

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
      ['Exported', timeOf(exportedAt)],
      ['Runs', countsOf(automation)],
    ],
  };
}

/** The newest runs of an automation with their results, and notes about omissions. */
export async function* automationBlocks(
  read: ReadTransaction,
  { task }: ReportSubject,
  automation: Automation,
): AsyncGenerator<ReportBlock> {
  let results: number = limits.results;
  let characters: number = limits.characters;
  let isCut = false;
  const codeOf = (name: string, value: unknown): ReportBlock[] => {
    if (value === null || value === undefined || (Array.isArray(value) && !value.length)) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    const shown = text.slice(0, Math.min(characters, limits.inOne));
    characters -= shown.length;
    if (shown.length < text.length) isCut = true;
    return [
      { kind: 'subheading', text: name },
      ...(shown ? [{ kind: 'code', text: shown } as const] : []),
      ...(shown.length < text.length
        ? [{ kind: 'note', text: `Characters that are left out: ${text.length - shown.length}` } as const]
        : []),
    ];
  };
  for await (const run of readRuns(read, task, automation, limits.runs)) {
    yield* headOf(run);
    yield* codeOf('Output', run.output);
    let shown = 0;
    for await (const some of readResults(read, run, results)) {
      shown += some.length;
      for (const result of some) {
        yield* linesOf(result);
        yield* codeOf('Evidence', result.evidence);
      }
    }
    results -= shown;
    if (run.totalChecked > shown && run.type === 'app_automation' && results === 0) {
      isCut = true;
      yield { kind: 'note', text: `Results that are left out: ${run.totalChecked - shown}` };
    }
    yield* codeOf('Log', run.logs);
  }
  if (automation.totalRuns > limits.runs)
    yield { kind: 'note', text: `Older runs that are left out: ${automation.totalRuns - limits.runs}` };
  if (automation.totalRuns > limits.runs || isCut)
    yield { kind: 'note', text: 'The archive of the task has everything as JSON, if it is requested.' };
}

function* headOf(run: RunWithoutResults): Generator<ReportBlock> {
  yield { kind: 'heading', text: `${timeOf(run.startedAt ?? run.createdAt)} · ${run.status}` };
  const examined = `${run.totalChecked} examined, ${run.passedCount} passed, ${run.failedCount} failed`;
  const parts = [`Run ${run.id}`, ...(run.durationMs === null ? [] : [`${run.durationMs} ms`])];
  yield { kind: 'text', text: [...parts, ...(run.type === 'app_automation' ? [examined] : [])].join(' · ') };
  if (run.evaluationStatus !== null)
    yield {
      kind: 'text',
      text: `Evaluation: ${run.evaluationStatus}${run.evaluationReason === null ? '' : `. ${truncate(run.evaluationReason)}`}`,
    };
  if (run.error !== null) yield { kind: 'text', text: `Error: ${truncate(run.error)}` };
}

function* linesOf({
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
  yield { kind: 'text', text: `${truncate(resourceType)} ${truncate(resourceId)} · ${timeOf(collectedAt)}` };
  if (description !== null) yield { kind: 'text', text: truncate(description) };
  if (remediation !== null) yield { kind: 'text', text: `Remediation: ${truncate(remediation)}` };
}

export function summaryHead({ organization, task, exportedAt }: ReportSubject, files: number): ReportHead {
  return {
    title: task.title,
    organization: organization.name,
    exportedAt,
    facts: [
      ['Organization', organization.name],
      ['Task', `${task.id}${task.archivedAt === null ? '' : ' (archived)'}`],
      ['Exported', timeOf(exportedAt)],
      ['Files', String(files)],
    ],
  };
}

/** A table of the run counts of each automation of a task. */
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
          latestRunAt === null ? '' : timeOf(latestRunAt),
          ...[totalRuns, successfulRuns, failedRuns].map(String),
          type === 'app_automation' ? 'Check' : 'Automation',
        ]),
      ],
    },
  ];
}

/** @param at a timestamp of the API @returns a readable form of it */
export function timeOf(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}

function countsOf({ totalRuns, successfulRuns, failedRuns }: Automation): string {
  return `${totalRuns} in all, ${successfulRuns} succeeded, ${failedRuns} failed`;
}

function truncate(text: string): string {
  return text.length <= limits.text ? text : `${text.slice(0, limits.text)}…`;
}
