/** The archives of departures (spec/areas/offboarding-checklist, rules 14 to 17). */
import type { Readable } from 'node:stream';
import { csvOf } from '../../../documents/spreadsheets/csv.ts';
import { fileNameOf, slugOf } from '../../../documents/zip/names.ts';
import { type ArchiveFile, isCompressedType, zipOf } from '../../../documents/zip/write.ts';
import type { AttachmentRow } from '../../../domain/attachments/attachments.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Files } from '../../../platform/ports/files.ts';
import { checklistOf, type Completion } from '../queries/completions.ts';
import { listFiles } from '../queries/evidence.ts';
import { type Leaver, listLeavers } from '../queries/members.ts';
import { listRevocations } from '../queries/revocations.ts';

/** What the archive is made from. */
interface Making {
  /** One transaction that writes nothing. */
  readonly read: <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
  readonly files: Files;
  readonly exportedAt: string;
}

/** Members that are read at once. */
const batch = 50;
const revocationsFolder = 'vendor-access-revocations';

/** @returns the archive of one member, which is made while it is read */
export function memberArchive(making: Making, member: Leaver): Readable {
  return zipOf((signal) => memberFiles(making, member, '', signal));
}

/** @param window of the dates of leaving @returns the archive of all members who have left, which is made while it is read */
export function allArchive(making: Making, window: { readonly from: string | undefined; readonly until: string | undefined }): Readable {
  return zipOf(async function* (signal): AsyncGenerator<ArchiveFile> {
    let members: Awaited<ReturnType<typeof listLeavers>> = [];
    do {
      const after = members.at(-1);
      members = await making.read((db) => listLeavers(db, window, after, batch));
      for (const member of members) yield* memberFiles(making, member, `offboarded-employees/${personSlug(member)}-${member.id}/`, signal);
    } while (members.length === batch);
  });
}

/** @returns the name of a person in the names of files: that of the mailbox where the name has no letters for it */
export function personSlug({ name, email }: Leaver): string {
  return slugOf(name, slugOf(email.slice(0, email.lastIndexOf('@'))));
}

/** @param folder of the member, empty or with a slash at its end */
async function* memberFiles(making: Making, { id: memberId }: Leaver, folder: string, signal: AbortSignal): AsyncGenerator<ArchiveFile> {
  signal.throwIfAborted();
  const { read, exportedAt } = making;
  const [{ items, others }, revocations] = await read((db) => Promise.all([checklistOf(db, memberId), listRevocations(db, memberId)]));
  const lines = [
    ...items.map(({ item, completion }) => ({ title: item.title, completion })),
    ...others.map((completion) => ({ title: completion.itemTitle, completion })),
  ];
  const ids = [...lines.flatMap(({ completion }) => completion?.id ?? []), ...revocations.map(({ id }) => id)];
  const files = await read((db) => listFiles(db, ids));
  const filesOf = (id: string) => files.get(id) ?? [];
  const table = (path: string, rows: Parameters<typeof csvOf>[0]): ArchiveFile => ({
    path: `${folder}${path}`,
    content: csvOf(rows),
    modifiedAt: exportedAt,
    isCompressed: false,
  });

  yield table('summary.csv', [
    ['Item', 'Status', 'Completed By', 'Completed Date', 'Evidence Count'],
    ...lines.map(({ title, completion }) => [title, ...whatWasDone(completion), filesOf(completion?.id ?? '').length]),
  ]);
  yield table(`${revocationsFolder}/${revocationsFolder}.csv`, [
    ['Vendor', 'Confirmed By', 'Date', 'Has Evidence'],
    ...revocations.map(({ id, vendorName, revokedBy, revokedAt }) => [
      vendorName,
      revokedBy ?? '',
      revokedAt,
      filesOf(id).length ? 'Yes' : 'No',
    ]),
  ]);
  const missing: string[] = [];
  for (const { id } of revocations)
    for (const row of filesOf(id)) yield* evidence(making, row, `${folder}${revocationsFolder}/evidence`, missing);
  for (const [index, { title, completion }] of lines.entries())
    for (const row of filesOf(completion?.id ?? ''))
      yield* evidence(making, row, `${folder}checklist-items/${String(index + 1).padStart(2, '0')}-${slugOf(title)}`, missing);
  if (missing.length)
    yield {
      path: `${folder}missing-files.txt`,
      content: Buffer.from(`These files could not be read:\n\n${missing.join('\n')}\n`),
      modifiedAt: exportedAt,
      isCompressed: false,
    };
}

function whatWasDone(completion: Completion | undefined): [status: string, by: string, at: string] {
  return completion ? ['Complete', completion.completedBy?.name ?? '', completion.completedAt] : ['Pending', '', ''];
}

/** One file. It is read to its end before it is begun in the archive, so that nothing incomplete gets in. @param missing is told what cannot be read (rule 16) */
async function* evidence({ files }: Making, row: AttachmentRow, folder: string, missing: string[]): AsyncGenerator<ArchiveFile> {
  const path = `${folder}/${row.id}-${fileNameOf(row.name)}`;
  const draft = await files.draftOf(row.fileKey, row.size).catch(() => undefined);
  if (!draft) {
    missing.push(path);
    return;
  }
  try {
    if (draft.sha256 === row.sha256)
      yield { path, content: draft.content(), modifiedAt: row.createdAt, isCompressed: isCompressedType(row.mimeType) };
    else missing.push(path);
  } finally {
    await draft.discard();
  }
}
