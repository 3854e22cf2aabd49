/** Compares a scan with the one before: what was resolved, and what came back (spec/areas/cloud-security, rule 6). */
import { type RawBuilder, sql } from 'kysely';
import { isInForce } from '../../../domain/clouds/exceptions.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newRowId } from '../../../platform/database/ids.ts';

export interface Compared {
  readonly connectionId: string;
  readonly scanId: string;
  /** The scan that it is compared with. */
  readonly formerId: string;
  readonly scanned: readonly string[];
  /** Of the resources with failures in the scan before: those that are there, although no check has looked at them. */
  readonly unevaluated: readonly Unevaluated[];
}

/** A resource that no check has looked at. */
export interface Unevaluated {
  readonly service_id: string;
  readonly resource_id: string;
}

/** Whole days between two times, not negative. */
const daysBetween = (from: RawBuilder<string>, to: RawBuilder<string>) =>
  sql<number>`greatest(0, floor(extract(epoch from ${to} - ${from}) / 86400))::int`;

/** @returns the id of the scan before of the same kind; without one, this one is the baseline */
export async function findFormer(
  db: OrganizationDatabase,
  { connectionId, scanId, checkId, scanMode }: Record<'connectionId' | 'scanId' | 'checkId' | 'scanMode', string>,
): Promise<string | undefined> {
  const former = await db
    .selectFrom('integration_check_run')
    .select('id')
    .where('connection_id', '=', connectionId)
    .where('check_id', '=', checkId)
    .where('scan_mode', '=', scanMode)
    .where('status', '=', 'success')
    .where('id', '<>', scanId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return former?.id;
}

/** @param rows a list of resources in JSON @returns those of them that have failures in the scan before */
export function failedBefore(db: OrganizationDatabase, formerId: string, rows: string): Promise<Unevaluated[]> {
  return db
    .selectFrom(sql<Unevaluated>`jsonb_to_recordset(${rows}::jsonb)`.as<'u'>(sql`u(service_id text, resource_id text)`))
    .select(['u.service_id', 'u.resource_id'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('integration_check_result as p')
          .select('p.id')
          .where('p.check_run_id', '=', formerId)
          .where('p.passed', '=', false)
          .whereRef('p.service_id', '=', 'u.service_id')
          .whereRef('p.resource_id', '=', 'u.resource_id'),
      ),
    )
    .execute();
}

/** Does nothing when it was done before. */
export async function reconcile(db: OrganizationDatabase, compared: Compared): Promise<void> {
  await insertResolutions(db, compared);
  await insertRegressions(db, compared);
}

async function insertResolutions(
  db: OrganizationDatabase,
  { connectionId, scanId, formerId, scanned, unevaluated }: Compared,
): Promise<void> {
  const now = sql<string>`now()`;
  await db
    .insertInto('finding_resolution')
    .columns([
      'id',
      'connection_id',
      'check_id',
      'resource_id',
      'resource_type',
      'resolved_at',
      'resolution_method',
      'resolved_from_scan_id',
      'detected_in_scan_id',
      'days_open',
    ])
    .expression((eb) =>
      eb
        .selectFrom((from) =>
          from
            .selectFrom('integration_check_result as one')
            .distinctOn(['one.check_key', 'one.resource_id'])
            .select(['one.check_key', 'one.resource_id', 'one.resource_type', 'one.service_id', 'one.failing_since', 'one.collected_at'])
            .where('one.check_run_id', '=', formerId)
            .where('one.passed', '=', false)
            .where('one.check_key', 'is not', null)
            .where(sql<boolean>`one.service_id = any(${[...scanned]}::text[])`)
            .orderBy('one.check_key')
            .orderBy('one.resource_id')
            .as('p'),
        )
        .select([
          newRowId('fres').as('id'),
          sql.val(connectionId).as('connection_id'),
          sql<string>`p.check_key`.as('check_id'),
          'p.resource_id',
          'p.resource_type',
          now.as('resolved_at'),
          sql<'external_fix'>`case
            when exists (select 1 from finding_exception e where e.connection_id = ${connectionId} and e.check_id = p.check_key
              and e.resource_id = p.resource_id and ${isInForce}) then 'exception_marked'
            when not exists (select 1 from integration_check_result c where c.check_run_id = ${scanId} and c.resource_id = p.resource_id
                and c.service_id = p.service_id)
              and not exists (select 1 from jsonb_to_recordset(${JSON.stringify(unevaluated)}::jsonb) as u(service_id text, resource_id text)
                where u.service_id = p.service_id and u.resource_id = p.resource_id) then 'resource_deleted'
            else 'external_fix' end`.as('resolution_method'),
          sql.val(formerId).as('resolved_from_scan_id'),
          sql.val(scanId).as('detected_in_scan_id'),
          daysBetween(sql<string>`coalesce(p.failing_since, p.collected_at)`, now).as('days_open'),
        ])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('integration_check_result as still')
                .select('still.id')
                .where('still.check_run_id', '=', scanId)
                .where('still.passed', '=', false)
                .where('still.service_id', 'is not', null)
                .whereRef('still.check_key', '=', 'p.check_key')
                .whereRef('still.resource_id', '=', 'p.resource_id'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertRegressions(db: OrganizationDatabase, { connectionId, scanId, formerId }: Compared): Promise<void> {
  const now = sql<string>`now()`;
  await db
    .insertInto('finding_regression')
    .columns([
      'id',
      'connection_id',
      'check_id',
      'resource_id',
      'previously_resolved_at',
      'previous_resolution_id',
      'regressed_at',
      'detected_in_scan_id',
      'days_clean',
    ])
    .expression((eb) =>
      eb
        .selectFrom((from) =>
          from
            .selectFrom('integration_check_result as one')
            .distinctOn(['one.check_key', 'one.resource_id'])
            .select(['one.check_key', 'one.resource_id'])
            .where('one.check_run_id', '=', scanId)
            .where('one.passed', '=', false)
            .where('one.service_id', 'is not', null)
            .where('one.check_key', 'is not', null)
            .orderBy('one.check_key')
            .orderBy('one.resource_id')
            .as('f'),
        )
        .innerJoinLateral(
          (from) =>
            from
              .selectFrom('finding_resolution as one')
              .select(['one.id', 'one.resolved_at'])
              .where('one.connection_id', '=', connectionId)
              .whereRef('one.check_id', '=', 'f.check_key')
              .whereRef('one.resource_id', '=', 'f.resource_id')
              .orderBy('one.resolved_at', 'desc')
              .limit(1)
              .as('r'),
          (join) => join.onTrue(),
        )
        .select([
          newRowId('freg').as('id'),
          sql.val(connectionId).as('connection_id'),
          sql<string>`f.check_key`.as('check_id'),
          sql<string>`f.resource_id`.as('resource_id'),
          'r.resolved_at as previously_resolved_at',
          'r.id as previous_resolution_id',
          now.as('regressed_at'),
          sql.val(scanId).as('detected_in_scan_id'),
          daysBetween(sql<string>`r.resolved_at`, now).as('days_clean'),
        ])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('integration_check_result as before')
                .select('before.id')
                .where('before.check_run_id', '=', formerId)
                .where('before.passed', '=', false)
                .where('before.service_id', 'is not', null)
                .whereRef('before.check_key', '=', 'f.check_key')
                .whereRef('before.resource_id', '=', 'f.resource_id'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
