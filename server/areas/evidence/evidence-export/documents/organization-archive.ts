/** Creates the archive with the evidence of all tasks of an organization (evidence-export, rules 6, 7 and 9). */
import type { Readable } from 'node:stream';
import { toCsv } from '#documents/spreadsheets/csv';
import { type ArchiveFile, createZip } from '#documents/zip/write';
import type { SizeAndHash } from '#platform/ports/files';
import type { EvidenceTask, Organization } from '../rules/evidence.ts';
import { idSuffix, toSlug, createUniqueNamer } from '#documents/zip/names';
import { formatTime } from './blocks.ts';
import type { ReportBlock, ReportHead } from './report-parts.ts';
import { type Evidence, type EvidenceFile, type ArchiveContext, createTaskReport, TaskFailed, generateTaskFiles } from './task-files.ts';

/** Maximum number of tasks in index.pdf. index.csv lists the files of all tasks. */
const maxRows = 5000;

interface ArchiveOptions {
  readonly organization: Organization;
  readonly frameworkInstanceId: string | undefined;
  readonly exportedAt: string;
  /** The exported tasks, sorted by title. */
  readonly tasks: AsyncIterable<EvidenceTask>;
  readonly evidenceOf: (task: EvidenceTask) => Promise<Evidence>;
  /** Called after each task, even if it failed, and once more with `isLast` after the last task. */
  readonly onDone: (doneTasks: number, isLast: boolean) => Promise<void>;
}

interface TaskEntry {
  readonly id: string;
  readonly title: string;
  readonly archived: boolean;
  readonly folder: string;
  automations: number;
  attachments: number;
}

/** The tasks in the archive, and the reasons why the evidence of some of them is incomplete. */
export interface Outcome {
  readonly tasks: readonly TaskEntry[];
  readonly failedTasks: readonly { readonly taskId: string; readonly reason: string }[];
}

/**
 * Creates an archive while its stream is being read. Ending the stream or aborting `context.signal` stops the work.
 * @returns the archive and its outcome, which is complete when the stream has ended
 */
export function createOrganizationArchive(
  context: ArchiveContext,
  options: ArchiveOptions,
): { readonly archive: Readable; readonly outcome: Outcome } {
  const { organization, frameworkInstanceId, exportedAt } = options;
  const folder = toSlug(organization.name);
  const tasks: TaskEntry[] = [];
  const failedTasks: { taskId: string; reason: string }[] = [];
  const indexEntries: IndexEntry[] = [];
  const sizeAndHashByPath = new Map<string, SizeAndHash>();
  const fileDefaults = { modifiedAt: exportedAt, isCompressed: false } as const;
  const archive = createZip(files, (path, measure) => sizeAndHashByPath.set(path, measure));
  return { archive, outcome: { tasks, failedTasks } };

  async function* files(endSignal: AbortSignal): AsyncGenerator<ArchiveFile> {
    const signal = AbortSignal.any([endSignal, context.signal]);
    const uniqueName = createUniqueNamer();
    let lastError: unknown;
    for await (const task of options.tasks) {
      signal.throwIfAborted();
      const taskFolder = uniqueName(`${toSlug(task.title)}-${toSlug(idSuffix(task.id))}`);
      const { id, title, archivedAt } = task;
      const entry = { id, title, archived: archivedAt !== null, folder: `${folder}/${taskFolder}`, automations: 0, attachments: 0 };
      tasks.push(entry);
      try {
        const evidence = await options.evidenceOf(task);
        for await (const file of generateTaskFiles(
          { ...context, signal },
          { organization, task, exportedAt },
          evidence,
          entry.folder,
          (name) => name,
        )) {
          yield file;
          indexEntries.push({ task: entry, file: { path: file.path, kind: file.kind, name: file.name } });
          if (file.kind === 'attachment') entry.attachments += 1;
          if (file.kind === 'runs' && file.path.endsWith('.pdf')) entry.automations += 1;
        }
      } catch (error) {
        if (!(error instanceof TaskFailed)) throw error;
        failedTasks.push({ taskId: id, reason: error.message });
        lastError = error.cause ?? error;
      }
      await options.onDone(tasks.length, false);
    }
    // If every task failed, the attempt fails, because the next attempt may reach the file store again.
    if (tasks.length > 0 && failedTasks.length === tasks.length) throw lastError;
    await options.onDone(tasks.length, true);
    yield { ...fileDefaults, path: `${folder}/index.csv`, content: indexCsv(indexEntries, sizeAndHashByPath) };
    const pdf = await createTaskReport({ signal }, options, indexHead(options, tasks.length), indexBlocks(tasks, failedTasks));
    yield { ...fileDefaults, isCompressed: true, path: `${folder}/index.pdf`, content: pdf };
    yield { ...fileDefaults, path: `${folder}/manifest.json`, content: manifest() };
  }

  function* manifestParts(): Generator<string> {
    const head = {
      organization: organization.name,
      organizationId: organization.id,
      frameworkInstanceId: frameworkInstanceId ?? null,
      exportedAt,
      tasksCount: tasks.length,
      totalAttachments: tasks.reduce((sum, { attachments }) => sum + attachments, 0),
      hasFailures: failedTasks.length > 0,
      failedTasks,
    };
    yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "tasks": [`;
    for (const [position, task] of tasks.entries()) yield `${position ? ',' : ''}\n    ${JSON.stringify(task)}`;
    yield '\n  ],\n  "files": [';
    let position = 0;
    for (const [path, { size, sha256 }] of sizeAndHashByPath) {
      yield `${position ? ',' : ''}\n    ${JSON.stringify({ path, size, sha256 })}`;
      position += 1;
    }
    yield '\n  ]\n}\n';
  }
  async function* manifest(): AsyncGenerator<Buffer> {
    for (const part of manifestParts()) yield Buffer.from(part);
  }
}

interface IndexEntry {
  readonly task: TaskEntry;
  readonly file: Pick<EvidenceFile, 'path' | 'kind' | 'name'>;
}

async function* indexCsv(indexEntries: readonly IndexEntry[], sizeAndHashByPath: ReadonlyMap<string, SizeAndHash>): AsyncGenerator<Buffer> {
  yield toCsv([['Task', 'Title', 'Archived', 'Kind', 'Name', 'Path', 'Bytes', 'SHA-256']]);
  for (const { task, file } of indexEntries) {
    const measure = sizeAndHashByPath.get(file.path);
    yield toCsv([
      [task.id, task.title, task.archived ? 'yes' : 'no', file.kind, file.name, file.path, measure?.size ?? '', measure?.sha256 ?? ''],
    ]);
  }
}

function indexHead({ organization, frameworkInstanceId, exportedAt }: ArchiveOptions, taskCount: number): ReportHead {
  return {
    title: 'Evidence',
    organization: organization.name,
    exportedAt,
    facts: [
      ['Organization', `${organization.name} (${organization.id})`],
      ...(frameworkInstanceId === undefined ? [] : [['Framework', frameworkInstanceId] as const]),
      ['Exported', formatTime(exportedAt)],
      ['Tasks', String(taskCount)],
    ],
  };
}

function* indexBlocks(tasks: Outcome['tasks'], failedTasks: Outcome['failedTasks']): Generator<ReportBlock> {
  const failedTaskIds = new Set(failedTasks.map(({ taskId }) => taskId));
  yield {
    kind: 'table',
    widths: [160, 155, 70, 38, 60],
    rows: [
      ['Task', 'Folder', 'Automations', 'Files', 'State'],
      ...tasks
        .slice(0, maxRows)
        .map(({ id, title, archived, folder, automations, attachments }) => [
          `${title}${archived ? ' (archived)' : ''}`,
          folder,
          String(automations),
          String(attachments),
          failedTaskIds.has(id) ? 'Incomplete' : 'Complete',
        ]),
    ],
  };
  if (tasks.length > maxRows) yield { kind: 'note', text: `${tasks.length - maxRows} more tasks are in index.csv.` };
  if (!failedTasks.length) return;
  yield { kind: 'heading', text: 'Incomplete tasks' };
  for (const { taskId, reason } of failedTasks.slice(0, maxRows)) yield { kind: 'text', text: `${taskId}: ${reason}` };
}
