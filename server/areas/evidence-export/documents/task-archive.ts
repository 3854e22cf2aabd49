/** The archive of one task (spec/areas/evidence-export, rule 5). */
import type { Readable } from 'node:stream';
import { type ArchiveFile, zipOf } from '../../../documents/zip/write.ts';
import { slugOf } from '../../../documents/zip/names.ts';
import type { Subject } from './blocks.ts';
import { type Evidence, type Making, taskFiles } from './task-files.ts';

/** @returns the archive, which is made while it is read */
export function taskArchive(making: Omit<Making, 'signal'>, subject: Subject, evidence: Evidence): Readable {
  const { organization, task, exportedAt } = subject;
  const folder = `${slugOf(organization.name)}_${slugOf(task.title)}_evidence`;
  return zipOf(async function* (signal): AsyncGenerator<ArchiveFile> {
    // It needs nothing to be read, so that the client hears of the archive at once.
    yield {
      path: `${folder}/EXPORT_INFO.txt`,
      content: Buffer.from(infoOf(subject, evidence, making.includeJson)),
      modifiedAt: exportedAt,
      isCompressed: false,
    };
    yield* taskFiles({ ...making, signal }, subject, evidence, folder, (name) => `${name}/evidence`);
  });
}

function infoOf({ organization, task, exportedAt }: Subject, { automations, attachments }: Evidence, includeJson: boolean): string {
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
