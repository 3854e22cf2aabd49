/** Creates the files that an archive contains for each task (evidence-export, rules 5, 6 and 9). */
import type { AttachmentRow } from '#domain/collaboration/attachments/attachments';
import { type ArchiveFile, isCompressedType } from '#documents/zip/write';
import type { Files } from '#platform/ports/files';
import { WorkerEnded } from '#platform/workers/process';
import { readFiles, type ReadTransaction } from '../queries/reading.ts';
import type { Automation } from '../rules/evidence.ts';
import { idSuffix, toFileName, toSlug, createUniqueNamer } from '#documents/zip/names';
import { automationBlocks, automationHead, type ReportSubject, summaryBlocks, summaryHead } from './blocks.ts';
import { evidenceJson } from './json.ts';
import { createReport } from './report.ts';
import type { ReportBlock, ReportHead } from './report-parts.ts';

/** Where the evidence is read, and how the archive is created. */
export interface ArchiveContext {
  readonly read: ReadTransaction;
  readonly files: Files;
  readonly includeJson: boolean;
  /** Aborting this signal stops the work. */
  readonly signal: AbortSignal;
}

/** A file of the archive, with the kind and the name that the index shows. */
export interface EvidenceFile extends ArchiveFile {
  readonly kind: 'info' | 'summary' | 'attachment' | 'missing_attachment' | 'runs';
  readonly name: string;
}

/** Thrown when the evidence of a task is incomplete. The message states the reason and may be shown to clients. */
export class TaskFailed extends Error {}

/** The checks and automations of a task and the number of its files, as they were when the archive was started. */
export interface Evidence {
  readonly automations: readonly Automation[];
  readonly attachments: number;
}

/**
 * Yields the files of a task one after the other.
 * @param folder the folder of the task in the archive
 * @param pathInFolder returns the path of the files with the runs of an automation, within `folder` and without an extension
 * @throws TaskFailed if a file cannot be read or a report cannot be created
 */
export async function* generateTaskFiles(
  context: ArchiveContext,
  subject: ReportSubject,
  { automations, attachments }: Evidence,
  folder: string,
  pathInFolder: (name: string) => string,
): AsyncGenerator<EvidenceFile> {
  const { read, includeJson } = context;
  const { task, exportedAt } = subject;
  const pdfFile = { modifiedAt: exportedAt, isCompressed: true } as const;
  const summary = await createTaskReport(context, subject, summaryHead(subject, attachments), summaryBlocks(automations));
  yield { ...pdfFile, path: `${folder}/00-summary.pdf`, content: summary, kind: 'summary', name: 'Summary' };

  const uniqueName = createUniqueNamer();
  for await (const row of readFiles(read, task)) yield* generateAttachmentFile(context, row, `${folder}/01-attachments`, uniqueName);

  const uniquePath = createUniqueNamer();
  for (const automation of automations) {
    const { id, name, type } = automation;
    const path = `${folder}/${pathInFolder(uniquePath(`${type === 'app_automation' ? 'app' : 'custom'}-${toSlug(name)}-${toSlug(idSuffix(id))}`))}`;
    const content = await createTaskReport(
      context,
      subject,
      automationHead(subject, automation),
      automationBlocks(read, subject, automation),
    );
    yield { ...pdfFile, path: `${path}.pdf`, content, kind: 'runs', name };
    if (includeJson)
      yield {
        path: `${path}.json`,
        content: evidenceJson(read, task, automation, exportedAt),
        modifiedAt: exportedAt,
        isCompressed: false,
        kind: 'runs',
        name,
      };
  }
}

/** Reads a file to its end before yielding it, so that the archive never contains an incomplete file. */
async function* generateAttachmentFile(
  { files, signal }: ArchiveContext,
  row: AttachmentRow,
  folder: string,
  uniqueName: (name: string) => string,
): AsyncGenerator<EvidenceFile> {
  signal.throwIfAborted();
  const { name, mimeType, size, createdAt: modifiedAt } = row;
  const draft = await files.draftOf(row.fileKey, size).catch((cause: unknown) => {
    throw new TaskFailed(`The file ${name} could not be read`, { cause });
  });
  if (!draft) {
    const content = Buffer.from(
      `This file is missing.\n\nAttachment: ${row.id}\nName: ${name}\nReason: The file store does not have the file.\n`,
    );
    const path = `${folder}/${uniqueName(`_MISSING_${toFileName(name)}.txt`)}`;
    yield { path, content, modifiedAt, isCompressed: false, kind: 'missing_attachment', name };
    return;
  }
  try {
    if (draft.sha256 !== row.sha256) throw new TaskFailed(`The file ${name} is not as it was stored`);
    const path = `${folder}/${uniqueName(toFileName(name))}`;
    yield { path, content: draft.content(), modifiedAt, isCompressed: isCompressedType(mimeType), kind: 'attachment', name };
  } finally {
    await draft.discard();
  }
}

/** @returns the bytes of the PDF. @throws TaskFailed if the worker ends without a result */
export async function createTaskReport(
  { signal }: Pick<ArchiveContext, 'signal'>,
  { organization }: Pick<ReportSubject, 'organization'>,
  head: ReportHead,
  blocks: AsyncIterable<ReportBlock> | Iterable<ReportBlock>,
): Promise<Buffer> {
  try {
    return await createReport(organization.id, head, blocks, { signal });
  } catch (cause) {
    if (cause instanceof WorkerEnded) throw new TaskFailed(`The report ${head.title} could not be created: ${cause.message}`, { cause });
    throw cause;
  }
}
