/** Mails the certificates of programs that were completed (spec/areas/training, rule 5): once each, whatever number of servers looks. */
import { sql } from 'kysely';
import { actingEntry } from '../../../platform/audit/acting-entry.ts';
import { type AuditEntry, type OrganizationDatabase, readTransaction, type SystemDatabase } from '../../../platform/database/handle.ts';
import type { Database } from '../../../platform/database/open.ts';
import { writeScheduled } from '../../../platform/jobs/write-scheduled.ts';
import { render } from '../documents/render.ts';
import { findCertificate } from '../queries/certificates.ts';
import { mailCertificate } from '../queries/mail.ts';
import { findTrainee } from '../queries/members.ts';
import type { Certificate } from '../rules/certificate.ts';

/** Certificates in one look. */
const most = 100;
const mostAttempts = 8;

type Due = NonNullable<Awaited<ReturnType<typeof take>>>;

/** One that fails does not stop the others, and is tried again later. @returns how many were due @throws AggregateError when some failed */
export async function mailCertificates({ system, tenant }: Database, now: Date): Promise<number> {
  const failures: unknown[] = [];
  let count = 0;
  for (let due = await take(system, now); due; due = count < most ? await take(system, now) : undefined) {
    count += 1;
    await mailOne(tenant, due).catch((error: unknown) => failures.push(error));
  }
  if (failures.length) throw new AggregateError(failures, 'some certificates could not be mailed');
  return count;
}

/** The one that is due for longest; due again later, for the case that it fails: after a minute, and twice as long each time. */
function take(system: SystemDatabase, now: Date) {
  const retry = sql<string>`${now.toISOString()}::timestamptz + interval '1 minute' * power(2, attempts)`;
  // A time further ahead was set by a clock that has been set back since.
  const isDue = sql<boolean>`(due_at <= ${now.toISOString()} or due_at > ${now.toISOString()}::timestamptz + interval '1 minute' * power(2, ${mostAttempts}::integer))`;
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
          .where('attempts', '<', mostAttempts)
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
  await writeScheduled(tenant, organizationId, (db) => settle(db, due, certificate, pdf));
}

/** Nobody who has left is mailed. */
async function findDue(db: OrganizationDatabase, { memberId, program }: Due): Promise<Certificate | undefined> {
  const member = await findTrainee(db, memberId);
  return member?.isActive && member.email !== '' ? findCertificate(db, member, program) : undefined;
}

/** Ends with the mail, or with nothing to be mailed. Another server may have been faster. */
async function settle(
  db: OrganizationDatabase,
  { id, memberId }: Due,
  certificate: Certificate | undefined,
  pdf: Buffer | undefined,
): Promise<readonly AuditEntry[]> {
  const settled = await db
    .updateTable('training_certificate_mail')
    .set({ settled_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const member = await findTrainee(db, memberId);
  if (!settled || !certificate || !pdf || !member?.isActive) return [];
  await mailCertificate(db, member.email, certificate, pdf);
  return [
    actingEntry(db.organizationId, {
      actor: { user: undefined, memberId: undefined, via: 'schedule' },
      action: `Sent certificate of ${certificate.title}`,
      entityType: 'people',
      entityId: memberId,
      data: { resource: 'training' },
    }),
  ];
}
