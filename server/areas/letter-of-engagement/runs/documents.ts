/** Makes the PDFs of letters that all have signed, stores them and sends them to both parties (spec/areas/letter-of-engagement, rule 5). */
import { sql } from 'kysely';
import {
  type AuditEntry,
  type OrganizationDatabase,
  readTransaction,
  type SystemDatabase,
  writeTransaction,
} from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { enterFile, newKey, removeUnlessEntered } from '../../../platform/files/store.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { postMail } from '../../../platform/mail/post.ts';
import type { Draft } from '../../../platform/ports/files.ts';
import type { Ports } from '../../../platform/ports/index.ts';
import { makeFile } from '../documents/make.ts';
import { type Findings, findDocument } from '../queries/document.ts';
import { findLetter, type Letter } from '../queries/letters.ts';
import { allHaveSigned } from '../rules/mails.ts';
import { fileNameOf } from '../rules/types.ts';

type Making = Pick<Ports, 'files' | 'storage'>;
type Due = NonNullable<Awaited<ReturnType<typeof take>>>;

/** Letters in one look. */
const most = 50;
/** It is tried again after a minute, and twice as long each time, up to 17 hours. */
const mostDoublings = 10;
/** A longer one is not attached to the e-mail, which says where it is. */
const mostAttached = 20 * 1024 * 1024;

/** One that fails does not stop the others, and is tried again later. @returns how many were due @throws AggregateError when some failed */
export async function makeSignedLetters({ system, tenant }: Database, ports: Making, now: Date): Promise<number> {
  const failures: unknown[] = [];
  let count = 0;
  for (let due = await take(system, now); due; due = count < most ? await take(system, now) : undefined) {
    count += 1;
    await makeOne(tenant, ports, due).catch((error: unknown) => failures.push(error));
  }
  if (failures.length) throw new AggregateError(failures, 'some signed letters could not be made');
  return count;
}

/** The one that is due for longest; due again later, for the case that it fails. */
function take(system: SystemDatabase, now: Date) {
  const retry = sql<string>`${now.toISOString()}::timestamptz + interval '1 minute' * power(2, least(pdf_attempts, ${mostDoublings}::integer))`;
  return system
    .updateTable('engagement_letter')
    .set((eb) => ({ pdf_attempts: eb('pdf_attempts', '+', 1), pdf_due_at: retry }))
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

async function makeOne(tenant: Database['tenant'], { files, storage }: Making, { id, organizationId }: Due): Promise<void> {
  const found = await readTransaction(tenant, organizationId, async (db) => {
    const letter = await findLetter(db, id);
    return letter && { letter, document: await findDocument(db, letter, false) };
  });
  if (!found || found.document.pdfKey !== null) return;
  const bytes = await makeFile(files, organizationId, found.document);
  const draft = await files.draft(bytes);
  const key = newKey(organizationId, `letters-of-engagement/${id}`, fileNameOf(found.letter));
  try {
    await writeScheduled(tenant, organizationId, (db) => keep(db, storage, { ...found, key, draft, bytes }));
  } catch (error) {
    await removeUnlessEntered(
      (ask) => writeTransaction(tenant, organizationId, async (db) => ({ result: await ask(db), outcome: 'rollback' })),
      files,
      key,
    ).catch(() => undefined);
    throw error;
  } finally {
    await draft.discard();
  }
}

interface Made {
  readonly letter: Letter;
  readonly document: Findings;
  readonly key: string;
  readonly draft: Draft;
  readonly bytes: Buffer;
}

/** Another server may have been faster. */
async function keep(
  db: OrganizationDatabase,
  storage: Ports['storage'],
  { letter, key, draft, bytes }: Made,
): Promise<readonly AuditEntry[]> {
  const full = await enterFile(db, storage, key, draft);
  if (full) throw new Error(full.body.error);
  const kept = await db
    .updateTable('engagement_letter')
    .set({ pdf_key: key, pdf_due_at: null })
    .where('id', '=', letter.id)
    .where('pdf_key', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!kept) {
    await db.deleteFrom('stored_file').where('id', '=', key).execute();
    return [];
  }
  await draft.keep(key);
  const { subject, text } = allHaveSigned(letter, bytes.length <= mostAttached);
  const attachments = bytes.length <= mostAttached ? [{ name: fileNameOf(letter), type: 'application/pdf', content: bytes }] : [];
  await postMail(db, ...letter.signatures.map(({ signerEmail: to }) => ({ to, subject, text, attachments })));
  return [];
}
