/** Creates the PDFs of fully signed letters, stores them and mails them to both parties (letter-of-engagement, rule 5). */
import { sql } from 'kysely';
import {
  type AuditEntry,
  type OrganizationDatabase,
  readTransaction,
  type SystemDatabase,
  writeTransaction,
} from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { registerFile, newKey, removeUnlessRegistered } from '#platform/files/store';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { queueMail } from '#platform/mail/outbox';
import type { Draft } from '#platform/ports/files';
import type { Ports } from '#platform/ports/index';
import { createLetterFile } from '../documents/make.ts';
import { type DocumentInput, findDocumentInput } from '../queries/document.ts';
import { findLetter, type Letter } from '../queries/letters.ts';
import { allSignedMail } from '../rules/mails.ts';
import { fileNameOf } from '../rules/labels.ts';

type PdfPorts = Pick<Ports, 'files' | 'storage'>;
type DueLetter = NonNullable<Awaited<ReturnType<typeof takeNext>>>;

/** The maximum number of letters per batch. */
const batchSize = 50;
/** The first retry is after one minute. The delay doubles each time, up to 17 hours. */
const maxDoublings = 10;
/** The maximum size, in bytes, of a file that is attached to the mail. */
const maxAttachedBytes = 20 * 1024 * 1024;

/**
 * Creates the PDFs of signed letters. A failed PDF does not stop the others, and is retried later.
 * @returns the number of letters that were due
 * @throws AggregateError if some PDFs could not be created
 */
export async function createSignedLetterPdfs({ system, tenant }: Database, ports: PdfPorts, now: Date): Promise<number> {
  const failures: unknown[] = [];
  let count = 0;
  for (let dueLetter = await takeNext(system, now); dueLetter; dueLetter = count < batchSize ? await takeNext(system, now) : undefined) {
    count += 1;
    await createPdf(tenant, ports, dueLetter).catch((error: unknown) => failures.push(error));
  }
  if (failures.length) throw new AggregateError(failures, 'some signed letters could not be made');
  return count;
}

/** Takes the letter that has been due the longest, and schedules its retry in case this attempt fails. */
function takeNext(system: SystemDatabase, now: Date) {
  const retryAt = sql<string>`${now.toISOString()}::timestamptz + interval '1 minute' * power(2, least(pdf_attempts, ${maxDoublings}::integer))`;
  return system
    .updateTable('engagement_letter')
    .set((eb) => ({ pdf_attempts: eb('pdf_attempts', '+', 1), pdf_due_at: retryAt }))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organization_id', 'id'),
        '=',
        selectFrom('engagement_letter')
          .select(['organization_id', 'id'])
          .where('pdf_due_at', '<=', now.toISOString())
          .orderBy('pdf_due_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple('organization_id', 'id'),
      ),
    )
    .returning(['id', 'organization_id as organizationId'])
    .executeTakeFirst();
}

async function createPdf(tenant: Database['tenant'], { files, storage }: PdfPorts, { id, organizationId }: DueLetter): Promise<void> {
  const input = await readTransaction(tenant, organizationId, async (db) => {
    const letter = await findLetter(db, id);
    return letter && { letter, document: await findDocumentInput(db, letter, false) };
  });
  if (!input || input.document.pdfKey !== null) return;
  const bytes = await createLetterFile(files, organizationId, input.document);
  const draft = await files.draft(bytes);
  const key = newKey(organizationId, `letters-of-engagement/${id}`, fileNameOf(input.letter));
  try {
    await writeScheduled(tenant, organizationId, (db) => storePdf(db, storage, { ...input, key, draft, bytes }));
  } catch (error) {
    await removeUnlessRegistered(
      (check) => writeTransaction(tenant, organizationId, async (db) => ({ result: await check(db), outcome: 'rollback' })),
      files,
      key,
    ).catch(() => undefined);
    throw error;
  } finally {
    await draft.discard();
  }
}

interface NewFile {
  readonly letter: Letter;
  readonly document: DocumentInput;
  readonly key: string;
  readonly draft: Draft;
  readonly bytes: Buffer;
}

/** Stores the PDF and mails it. Does nothing if another server has already stored one. */
async function storePdf(
  db: OrganizationDatabase,
  storage: Ports['storage'],
  { letter, key, draft, bytes }: NewFile,
): Promise<readonly AuditEntry[]> {
  const quotaError = await registerFile(db, storage, key, draft);
  if (quotaError) throw new Error(quotaError.body.error);
  const storedRow = await db
    .updateTable('engagement_letter')
    .set({ pdf_key: key, pdf_due_at: null })
    .where('id', '=', letter.id)
    .where('pdf_key', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!storedRow) {
    await db.deleteFrom('stored_file').where('id', '=', key).execute();
    return [];
  }
  await draft.keep(key);
  const { subject, text } = allSignedMail(letter, bytes.length <= maxAttachedBytes);
  const attachments = bytes.length <= maxAttachedBytes ? [{ name: fileNameOf(letter), type: 'application/pdf', content: bytes }] : [];
  await queueMail(db, ...letter.signatures.map(({ signerEmail: to }) => ({ to, subject, text, attachments })));
  return [];
}
