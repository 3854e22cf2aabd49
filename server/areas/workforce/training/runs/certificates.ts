/** Mails certificates of completed programs. If several servers run this, each certificate is mailed once (training, rule 5). */
import { sql } from 'kysely';
import { createEntry } from '#platform/audit/create-entry';
import { type AuditEntry, type OrganizationDatabase, readTransaction, type SystemDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { renderCertificate } from '../documents/render.ts';
import { findCertificate } from '../steps/certificates.ts';
import { mailCertificate } from '../queries/mail.ts';
import { findTrainee } from '../queries/members.ts';
import type { Certificate } from '../rules/certificate.ts';

/** The maximum number of certificates that one call mails. */
const batchSize = 100;
/** The maximum number of attempts. The delay doubles after each attempt. */
const maxAttempts = 8;

type DueCertificate = NonNullable<Awaited<ReturnType<typeof takeNextDue>>>;

/**
 * Mails the certificates that are due. A certificate that cannot be mailed is retried later and does not stop the other certificates.
 * @returns the number of certificates that were due
 * @throws AggregateError if some certificates could not be mailed
 */
export async function mailCertificates({ system, tenant }: Database, now: Date): Promise<number> {
  const failures: unknown[] = [];
  let count = 0;
  for (let next = await takeNextDue(system, now); next; next = count < batchSize ? await takeNextDue(system, now) : undefined) {
    count += 1;
    await mailOne(tenant, next).catch((error: unknown) => failures.push(error));
  }
  if (failures.length) throw new AggregateError(failures, 'some certificates could not be mailed');
  return count;
}

/** Takes the certificate with the earliest due date, and sets when to retry: after a minute, with a delay that doubles each time. */
function takeNextDue(system: SystemDatabase, now: Date) {
  const retryAt = sql<string>`${now.toISOString()}::timestamptz + interval '1 minute' * power(2, attempts)`;
  // A time beyond the maximum delay was computed by a clock that was ahead and has been corrected since.
  const isDue = sql<boolean>`(due_at <= ${now.toISOString()} or due_at > ${now.toISOString()}::timestamptz + interval '1 minute' * power(2, ${maxAttempts}::integer))`;
  return system
    .updateTable('training_certificate_mail')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: retryAt }))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organization_id', 'id'),
        '=',
        selectFrom('training_certificate_mail')
          .select(['organization_id', 'id'])
          .where('settled_at', 'is', null)
          .where('attempts', '<', maxAttempts)
          .where(isDue, '=', true)
          .orderBy('due_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple('organization_id', 'id'),
      ),
    )
    .returning(['id', 'organization_id as organizationId', 'member_id as memberId', 'program'])
    .executeTakeFirst();
}

async function mailOne(tenant: Database['tenant'], dueCertificate: DueCertificate): Promise<void> {
  const { organizationId } = dueCertificate;
  const certificate = await readTransaction(tenant, organizationId, (db) => findDueCertificate(db, dueCertificate));
  const pdf = certificate && (await renderCertificate(organizationId, certificate));
  await writeScheduled(tenant, organizationId, (db) => settleCertificate(db, dueCertificate, certificate, pdf));
}

/** @returns the certificate to mail; undefined if the member has left, has no address, or has not completed the program */
async function findDueCertificate(db: OrganizationDatabase, { memberId, program }: DueCertificate): Promise<Certificate | undefined> {
  const member = await findTrainee(db, memberId);
  return member?.isActive && member.email !== '' ? findCertificate(db, member, program) : undefined;
}

/** Marks a certificate as handled, and mails the certificate if the member can get it. Does nothing if another server has done this. */
async function settleCertificate(
  db: OrganizationDatabase,
  { id, memberId }: DueCertificate,
  certificate: Certificate | undefined,
  pdf: Buffer | undefined,
): Promise<readonly AuditEntry[]> {
  const settledRow = await db
    .updateTable('training_certificate_mail')
    .set({ settled_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const member = await findTrainee(db, memberId);
  if (!settledRow || !certificate || !pdf || !member?.isActive) return [];
  await mailCertificate(db, member.email, certificate, pdf);
  return [
    createEntry(db.organizationId, {
      actor: { user: undefined, memberId: undefined, via: 'schedule' },
      action: `Sent certificate of ${certificate.title}`,
      entityType: 'people',
      entityId: memberId,
      data: { resource: 'training' },
    }),
  ];
}
