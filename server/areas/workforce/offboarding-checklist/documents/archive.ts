/** Creates archives with the evidence of offboardings (offboarding-checklist, rules 14 to 17). */
import type { Readable } from 'node:stream';
import { toCsv } from '#documents/spreadsheets/csv';
import { toFileName, toSlug } from '#documents/zip/names';
import { type ArchiveFile, isCompressedType, createZip } from '#documents/zip/write';
import type { AttachmentRow } from '#domain/collaboration/attachments/attachments';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Files } from '#platform/ports/files';
import { findChecklist, type Completion } from '../queries/completions.ts';
import { listFiles } from '../queries/evidence.ts';
import { type LeavingMember, listLeftMembers } from '../queries/members.ts';
import { listRevocations } from '../queries/revocations.ts';
import { nameWithVia } from '#platform/mail/name-with-via';

/** Where the content of an archive is read, and the time of the export. */
interface ArchiveContext {
  /** Runs `work` in a read-only transaction. */
  readonly read: <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
  readonly files: Files;
  readonly exportedAt: string;
}

/** The number of members that are read at once. */
const batchSize = 50;
const revocationsFolder = 'vendor-access-revocations';

/** @returns a stream of the archive of one member, which is created while the stream is being read */
export function archiveOfMember(context: ArchiveContext, member: LeavingMember): Readable {
  return createZip((signal) => generateMemberFiles(context, member, '', signal));
}

/**
 * @param dateRange the first and the last offboarding date to include; undefined for no limit
 * @returns a stream of the archive of all members who have left, which is created while the stream is being read
 */
export function archiveOfAll(
  context: ArchiveContext,
  dateRange: { readonly from: string | undefined; readonly until: string | undefined },
): Readable {
  return createZip(async function* (signal): AsyncGenerator<ArchiveFile> {
    let members: Awaited<ReturnType<typeof listLeftMembers>> = [];
    do {
      const lastMember = members.at(-1);
      members = await context.read((db) => listLeftMembers(db, dateRange, lastMember, batchSize));
      for (const member of members)
        yield* generateMemberFiles(context, member, `offboarded-employees/${personSlug(member)}-${member.id}/`, signal);
    } while (members.length === batchSize);
  });
}

/** @returns the name of a person for use in file names, or the local part of the address if the name has no usable characters */
export function personSlug({ name, email }: LeavingMember): string {
  return toSlug(name, toSlug(email.slice(0, email.lastIndexOf('@'))));
}

/** @param folder the folder of the member: empty, or with a trailing slash */
async function* generateMemberFiles(
  context: ArchiveContext,
  { id: memberId }: LeavingMember,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<ArchiveFile> {
  signal.throwIfAborted();
  const { read, exportedAt } = context;
  const [{ items, otherCompletions }, revocations] = await read((db) =>
    Promise.all([findChecklist(db, memberId), listRevocations(db, memberId)]),
  );
  const checklistRows = [
    ...items.map(({ item, completion }) => ({ title: item.title, completion })),
    ...otherCompletions.map((completion) => ({ title: completion.itemTitle, completion })),
  ];
  const ids = [...checklistRows.flatMap(({ completion }) => completion?.id ?? []), ...revocations.map(({ id }) => id)];
  const files = await read((db) => listFiles(db, ids));
  const filesOf = (id: string) => files.get(id) ?? [];
  const createCsvFile = (path: string, rows: Parameters<typeof toCsv>[0]): ArchiveFile => ({
    path: `${folder}${path}`,
    content: toCsv(rows),
    modifiedAt: exportedAt,
    isCompressed: false,
  });

  yield createCsvFile('summary.csv', [
    ['Item', 'Status', 'Completed By', 'Completed Date', 'Evidence Count'],
    ...checklistRows.map(({ title, completion }) => [title, ...completionCells(completion), filesOf(completion?.id ?? '').length]),
  ]);
  yield createCsvFile(`${revocationsFolder}/${revocationsFolder}.csv`, [
    ['Vendor', 'Confirmed By', 'Date', 'Has Evidence'],
    ...revocations.map(({ id, vendorName, revokedBy, revokedVia, revokedAt }) => [
      vendorName,
      revokedBy === null ? '' : nameWithVia({ name: revokedBy, via: revokedVia }),
      revokedAt,
      filesOf(id).length ? 'Yes' : 'No',
    ]),
  ]);
  const missingFiles: string[] = [];
  for (const { id } of revocations)
    for (const row of filesOf(id)) yield* generateFile(context, row, `${folder}${revocationsFolder}/evidence`, missingFiles);
  for (const [index, { title, completion }] of checklistRows.entries())
    for (const row of filesOf(completion?.id ?? ''))
      yield* generateFile(context, row, `${folder}checklist-items/${String(index + 1).padStart(2, '0')}-${toSlug(title)}`, missingFiles);
  if (missingFiles.length)
    yield {
      path: `${folder}missing-files.txt`,
      content: Buffer.from(`These files could not be read:\n\n${missingFiles.join('\n')}\n`),
      modifiedAt: exportedAt,
      isCompressed: false,
    };
}

function completionCells(completion: Completion | undefined): [status: string, by: string, at: string] {
  if (!completion) return ['Pending', '', ''];
  const { completedBy, completedVia, completedAt } = completion;
  return ['Complete', completedBy ? nameWithVia({ name: completedBy.name, via: completedVia }) : '', completedAt];
}

/**
 * Reads a file completely before yielding it, so that the archive never contains an incomplete file.
 * @param missingFiles collects the paths of files that cannot be read (rule 16)
 */
async function* generateFile(
  { files }: ArchiveContext,
  row: AttachmentRow,
  folder: string,
  missingFiles: string[],
): AsyncGenerator<ArchiveFile> {
  const path = `${folder}/${row.id}-${toFileName(row.name)}`;
  const draft = await files.draftOf(row.fileKey, row.size).catch(() => undefined);
  if (!draft) {
    missingFiles.push(path);
    return;
  }
  try {
    if (draft.sha256 === row.sha256)
      yield { path, content: draft.content(), modifiedAt: row.createdAt, isCompressed: isCompressedType(row.mimeType) };
    else missingFiles.push(path);
  } finally {
    await draft.discard();
  }
}
