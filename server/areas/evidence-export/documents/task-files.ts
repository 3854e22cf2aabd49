/** The files that prove a task, as they stand in an archive (spec/areas/evidence-export, rules 5, 6 and 9). */
import type { AttachmentRow } from '../../../domain/attachments/attachments.ts';
import { type ArchiveFile, isCompressedType } from '../../../documents/zip/write.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { WorkerEnded } from '../../../platform/workers/process.ts';
import { filesOf, type Read } from '../queries/reading.ts';
import type { Automation } from '../rules/evidence.ts';
import { endOf, fileNameOf, slugOf, uniqueNames } from '../../../documents/zip/names.ts';
import { automationBlocks, automationHead, type Subject, summaryBlocks, summaryHead } from './blocks.ts';
import { evidenceJson } from './json.ts';
import { reportOf } from './report.ts';
import type { ReportBlock, ReportHead } from './report-parts.ts';

/** What the evidence is read from, and how it is written. */
export interface Making {
  readonly read: Read;
  readonly files: Files;
  readonly includeJson: boolean;
  /** Ends the work. */
  readonly signal: AbortSignal;
}

/** A file with what it is, for the index. */
export interface EvidenceFile extends ArchiveFile {
  readonly kind: 'info' | 'summary' | 'attachment' | 'missing_attachment' | 'runs';
  readonly name: string;
}

/** Why the evidence of a task is incomplete, in words that its reader may see. */
export class TaskFailed extends Error {}

/** What a task has, as it was when its archive was begun. */
export interface Evidence {
  readonly automations: readonly Automation[];
  readonly attachments: number;
}

/**
 * Gives the files of a task one after the other.
 * @param folder of the task in the archive
 * @param placeOf where the runs of an automation stand in it, without an extension
 * @throws TaskFailed when a file or a report is not to be had
 */
export async function* taskFiles(
  making: Making,
  subject: Subject,
  { automations, attachments }: Evidence,
  folder: string,
  placeOf: (name: string) => string,
): AsyncGenerator<EvidenceFile> {
  const { read, includeJson } = making;
  const { task, exportedAt } = subject;
  const own = { modifiedAt: exportedAt, isCompressed: true } as const;
  const summary = await report(making, subject, summaryHead(subject, attachments), summaryBlocks(automations));
  yield { ...own, path: `${folder}/00-summary.pdf`, content: summary, kind: 'summary', name: 'Summary' };

  const unique = uniqueNames();
  for await (const row of filesOf(read, task)) yield* attachment(making, row, `${folder}/01-attachments`, unique);

  const uniquePlace = uniqueNames();
  for (const automation of automations) {
    const { id, name, type } = automation;
    const place = `${folder}/${placeOf(uniquePlace(`${type === 'app_automation' ? 'app' : 'custom'}-${slugOf(name)}-${slugOf(endOf(id))}`))}`;
    const content = await report(making, subject, automationHead(subject, automation), automationBlocks(read, subject, automation));
    yield { ...own, path: `${place}.pdf`, content, kind: 'runs', name };
    if (includeJson)
      yield {
        path: `${place}.json`,
        content: evidenceJson(read, task, automation, exportedAt),
        modifiedAt: exportedAt,
        isCompressed: false,
        kind: 'runs',
        name,
      };
  }
}

/** One file. It is read to its end before it is begun in the archive, so that nothing incomplete gets in. */
async function* attachment(
  { files, signal }: Making,
  row: AttachmentRow,
  folder: string,
  unique: (name: string) => string,
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
    const path = `${folder}/${unique(`_MISSING_${fileNameOf(name)}.txt`)}`;
    yield { path, content, modifiedAt, isCompressed: false, kind: 'missing_attachment', name };
    return;
  }
  try {
    if (draft.sha256 !== row.sha256) throw new TaskFailed(`The file ${name} is not as it was stored`);
    const path = `${folder}/${unique(fileNameOf(name))}`;
    yield { path, content: draft.content(), modifiedAt, isCompressed: isCompressedType(mimeType), kind: 'attachment', name };
  } finally {
    await draft.discard();
  }
}

/** @throws TaskFailed when the worker does not come to an end with it */
export async function report(
  { signal }: Pick<Making, 'signal'>,
  { organization }: Pick<Subject, 'organization'>,
  head: ReportHead,
  blocks: AsyncIterable<ReportBlock> | Iterable<ReportBlock>,
): Promise<Buffer> {
  try {
    return await reportOf(organization.id, head, blocks, { signal });
  } catch (cause) {
    if (cause instanceof WorkerEnded) throw new TaskFailed(`The report ${head.title} could not be created: ${cause.message}`, { cause });
    throw cause;
  }
}
