/** Creates the archive with the evidence of one task (evidence-export, rule 5). */
import type { Readable } from 'node:stream';
import { type ArchiveFile, createZip } from '#documents/zip/write';
import { toSlug } from '#documents/zip/names';
import type { ReportSubject } from './blocks.ts';
import { type Evidence, type ArchiveContext, generateTaskFiles } from './task-files.ts';

/** @returns a stream of the archive, which is created while the stream is being read */
export function createTaskArchive(context: Omit<ArchiveContext, 'signal'>, subject: ReportSubject, evidence: Evidence): Readable {
  const { organization, task, exportedAt } = subject;
  const folder = `${toSlug(organization.name)}_${toSlug(task.title)}_evidence`;
  return createZip(async function* (signal): AsyncGenerator<ArchiveFile> {
    // This file is created without reading anything, so that the download starts immediately.
    yield {
      path: `${folder}/EXPORT_INFO.txt`,
      content: Buffer.from(infoOf(subject, evidence, context.includeJson)),
      modifiedAt: exportedAt,
      isCompressed: false,
    };
    yield* generateTaskFiles({ ...context, signal }, subject, evidence, folder, (name) => `${name}/evidence`);
  });
}

function infoOf({ organization, task, exportedAt }: ReportSubject, { automations, attachments }: Evidence, includeJson: boolean): string {
  return [
    `Evidence of the task "${task.title}" (${task.id})`,
    `Organization: ${organization.name} (${organization.id})`,
    `Exported: ${exportedAt}`,
    `Archived: ${task.archivedAt === null ? 'no' : 'yes'}`,
    `Files: ${attachments}`,
    `Checks and automations: ${automations.length}`,
    '',
    '00-summary.pdf has the figures of each check and automation.',
    '01-attachments has the files of the task. A file whose name begins with _MISSING_ says which file could not be found.',
    `Each other folder has the runs of a check or an automation as PDF${includeJson ? ' and as JSON' : ''}.`,
    'Secrets in runs are replaced by [REDACTED].',
    '',
  ].join('\n');
}
