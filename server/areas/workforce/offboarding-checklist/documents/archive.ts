/** Archives with the evidence of offboardings (offboarding-checklist, rules 14 to 17). */
import type { Readable } from 'node:stream';
import { toCsv } from '#documents/spreadsheets/csv';
import { toFileName, toSlug } from '#documents/zip/names';
import { type ArchiveFile, isCompressedType, createZip } from '#documents/zip/write';
import type { AttachmentRow } from '#domain/collaboration/attachments/attachments';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Files } from '#platform/ports/files';
import { findChecklist, type Completion } from '../queries/completions.ts';
import { listFiles } from '../queries/evidence.ts';
import { type Leaver, listLeavers } from '../queries/members.ts';
import { listRevocations } from '../queries/revocations.ts';
import { nameWithVia } from '#platform/mail/name-with-via';

/** What is needed to create an archive. */
interface ArchiveContext {
  /** Runs `work` in a read-only transaction. */
  readonly read: <R>(work: (db: OrganizationDatabase) => Promise<R>) => Promise<R>;
  readonly files: Files;
  readonly exportedAt: string;
}

/** The number of members per query. */
const batchSize = 50;
const revocationsFolder = 'vendor-access-revocations';

/** @returns the archive of one member, created while it is streamed */
export function archiveOfMember(context: ArchiveContext, member: Leaver): Readable {
  return createZip((signal) => memberFiles(context, member, '', signal));
}

/**
 * @param window of the offboarding dates
 * @returns the archive of all members who have left, created while it is streamed
 */
export function archiveOfAll(
  context: ArchiveContext,
  window: { readonly from: string | undefined; readonly until: string | undefined },
): Readable {
  return createZip(async function* (signal): AsyncGenerator<ArchiveFile> {
    let members: Awaited<ReturnType<typeof listLeavers>> = [];
    do {
      const after = members.at(-1);
      members = await context.read((db) => listLeavers(db, window, after, batchSize));
      for (const member of members) yield* memberFiles(context, member, `offboarded-employees/${personSlug(member)}-${member.id}/`, signal);
    } while (members.length === batchSize);
  });
}

/** @returns the name of a person for file names, or the local part of the address if the name has no usable characters */
export function personSlug({ name, email }: Leaver): string {
  return toSlug(name, toSlug(email.slice(0, email.lastIndexOf('@'))));
}

/** @param folder of the member, empty or with a trailing slash */
async function* memberFiles(
  context: ArchiveContext,
  { id: memberId }: Leaver,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<ArchiveFile> {
  signal.throwIfAborted();
  const { read, exportedAt } = context;
  const [{ items, others }, revocations] = await read((db) => Promise.all([findChecklist(db, memberId), listRevocations(db, memberId)]));
  const lines = [
    ...items.map(({ item, completion }) => ({ title: item.title, completion })),
    ...others.map((completion) => ({ title: completion.itemTitle, completion })),
  ];
  const ids = [...lines.flatMap(({ completion }) => completion?.id ?? []), ...revocations.map(({ id }) => id)];
  const files = await read((db) => listFiles(db, ids));
  const filesOf = (id: string) => files.get(id) ?? [];
  const table = (path: string, rows: Parameters<typeof toCsv>[0]): ArchiveFile => ({
    path: `${folder}${path}`,
    content: toCsv(rows),
    modifiedAt: exportedAt,
    isCompressed: false,
  });

  yield table('summary.csv', [
    ['Item', 'Status', 'Completed By', 'Completed Date', 'Evidence Count'],
    ...lines.map(({ title, completion }) => [title, ...whatWasDone(completion), filesOf(completion?.id ?? '').length]),
  ]);
  yield table(`${revocationsFolder}/${revocationsFolder}.csv`, [
    ['Vendor', 'Confirmed By', 'Date', 'Has Evidence'],
    ...revocations.map(({ id, vendorName, revokedBy, revokedVia, revokedAt }) => [
      vendorName,
      revokedBy === null ? '' : nameWithVia({ name: revokedBy, via: revokedVia }),
      revokedAt,
      filesOf(id).length ? 'Yes' : 'No',
    ]),
  ]);
  const missing: string[] = [];
  for (const { id } of revocations)
    for (const row of filesOf(id)) yield* evidence(context, row, `${folder}${revocationsFolder}/evidence`, missing);
  for (const [index, { title, completion }] of lines.entries())
    for (const row of filesOf(completion?.id ?? ''))
      yield* evidence(context, row, `${folder}checklist-items/${String(index + 1).padStart(2, '0')}-${toSlug(title)}`, missing);
  if (missing.length)
    yield {
      path: `${folder}missing-files.txt`,
      content: Buffer.from(`These files could not be read:\n\n${missing.join('\n')}\n`),
      modifiedAt: exportedAt,
      isCompressed: false,
    };
}

function whatWasDone(completion: Completion | undefined): [status: string, by: string, at: string] {
  if (!completion) return ['Pending', '', ''];
  const { completedBy, completedVia, completedAt } = completion;
  return ['Complete', completedBy ? nameWithVia({ name: completedBy.name, via: completedVia }) : '', completedAt];
}

/**
 * One file. It is read completely before it is added to the archive, so that the archive has no incomplete files.
 * @param missing collects the files that cannot be read (rule 16)
 */
async function* evidence({ files }: ArchiveContext, row: AttachmentRow, folder: string, missing: string[]): AsyncGenerator<ArchiveFile> {
  const path = `${folder}/${row.id}-${toFileName(row.name)}`;
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
