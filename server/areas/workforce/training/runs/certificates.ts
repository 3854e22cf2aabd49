/** Mails certificates of completed programs, once each for all servers (training, rule 5). */
import { sql } from 'kysely';
import { createEntry } from '#platform/audit/create-entry';
import { type AuditEntry, type OrganizationDatabase, readTransaction, type SystemDatabase } from '#platform/database/handle';
import type { Database } from '#platform/database/open';
import { writeScheduled } from '#platform/jobs/write-scheduled';
import { render } from '../documents/render.ts';
import { findCertificate } from '../steps/certificates.ts';
import { mailCertificate } from '../queries/mail.ts';
import { findTrainee } from '../queries/members.ts';
import type { Certificate } from '../rules/certificate.ts';

/** The number of certificates per batch. */
const batchSize = 100;
const maxDoublings = 8;

type Due = NonNullable<Awaited<ReturnType<typeof takeNext>>>;

/**
 * A failure does not stop the others, and is retried later.
 * @returns the number of due certificates
 * @throws AggregateError if some failed
 */
export async function mailCertificates({ system, tenant }: Database, now: Date): Promise<number> {
  const failures: unknown[] = [];
  let count = 0;
  for (let due = await takeNext(system, now); due; due = count < batchSize ? await takeNext(system, now) : undefined) {
    count += 1;
    await mailOne(tenant, due).catch((error: unknown) => failures.push(error));
  }
  if (failures.length) throw new AggregateError(failures, 'some certificates could not be mailed');
  return count;
}

/** Takes the certificate that has been due for longest. It becomes due again in case of failure: after a minute, with a delay that doubles each time. */
function takeNext(system: SystemDatabase, now: Date) {
  const retry = sql<string>`${now.toISOString()}::timestamptz + interval '1 minute' * power(2, attempts)`;
  // A time that is further ahead was set by a clock that has been set back since.
  const isDue = sql<boolean>`(due_at <= ${now.toISOString()} or due_at > ${now.toISOString()}::timestamptz + interval '1 minute' * power(2, ${maxDoublings}::integer))`;
  return system
    .updateTable('training_certificate_mail')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: retry }))
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organization_id', 'id'),
        '=',
        selectFrom('training_certificate_mail')
          .select(['organization_id', 'id'])
          .where('settled_at', 'is', null)
          .where('attempts', '<', maxDoublings)
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

async function mailOne(tenant: Database['tenant'], due: Due): Promise<void> {
  const { organizationId } = due;
  const certificate = await readTransaction(tenant, organizationId, (db) => findDue(db, due));
  const pdf = certificate && (await render(organizationId, certificate));
  await writeScheduled(tenant, organizationId, (db) => finish(db, due, certificate, pdf));
}

/** Members who have left get no mail. */
async function findDue(db: OrganizationDatabase, { memberId, program }: Due): Promise<Certificate | undefined> {
  const member = await findTrainee(db, memberId);
  return member?.isActive && member.email !== '' ? findCertificate(db, member, program) : undefined;
}

/** Marks the certificate as handled, and mails it if there is one. Does nothing if another server was faster. */
async function finish(
  db: OrganizationDatabase,
  { id, memberId }: Due,
  certificate: Certificate | undefined,
  pdf: Buffer | undefined,
): Promise<readonly AuditEntry[]> {
  const isFirst = await db
    .updateTable('training_certificate_mail')
    .set({ settled_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const member = await findTrainee(db, memberId);
  if (!isFirst || !certificate || !pdf || !member?.isActive) return [];
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
