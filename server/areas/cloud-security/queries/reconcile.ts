/** Compares a scan with the one before: what was resolved, and what came back (spec/areas/cloud-security, rule 6). */
import { type RawBuilder, sql } from 'kysely';
import { isInForce } from '../../../domain/clouds/exceptions.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newRowId } from '../../../platform/database/ids.ts';
import type { Evaluated } from '../rules/evaluate.ts';

export interface Compared {
  readonly connectionId: string;
  readonly scanId: string;
  readonly checkId: string;
  readonly scanMode: string;
  readonly scanned: readonly string[];
  /** Resources that are there, although no check has looked at them. */
  readonly unevaluated: Evaluated['unevaluated'];
}

/** Whole days between two times, not negative. */
const daysBetween = (from: RawBuilder<string>, to: RawBuilder<string>) =>
  sql<number>`greatest(0, floor(extract(epoch from ${to} - ${from}) / 86400))::int`;

/** Does nothing when it was done before, and without a former scan of the same kind, which makes this one the baseline. */
export async function reconcile(db: OrganizationDatabase, compared: Compared): Promise<void> {
  const { connectionId, scanId, checkId, scanMode } = compared;
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
  if (!former) return;
  await continueStreaks(db, scanId, former.id);
  await insertResolutions(db, compared, former.id);
  await insertRegressions(db, compared, former.id);
}

/** A failure that the scan before has found, too, has failed since as long as that one. */
async function continueStreaks(db: OrganizationDatabase, scanId: string, formerId: string): Promise<void> {
  await db
    .updateTable('integration_check_result as f')
    .from('integration_check_result as p')
    .set({ failing_since: sql<string>`coalesce(p.failing_since, p.collected_at)` })
    .where('f.check_run_id', '=', scanId)
    .where('f.passed', '=', false)
    .where('p.check_run_id', '=', formerId)
    .where('p.passed', '=', false)
    .whereRef('p.check_key', '=', 'f.check_key')
    .whereRef('p.resource_id', '=', 'f.resource_id')
    .where('f.service_id', 'is not', null)
    .where('p.service_id', 'is not', null)
    .execute();
}

async function insertResolutions(
  db: OrganizationDatabase,
  { connectionId, scanId, scanned, unevaluated }: Compared,
  formerId: string,
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
            when (p.service_id, p.resource_id) not in (select c.service_id, c.resource_id from integration_check_result c
                where c.check_run_id = ${scanId} and c.service_id is not null)
              and (p.service_id, p.resource_id) not in (select u.service_id, u.resource_id
                from jsonb_to_recordset(${JSON.stringify(unevaluated)}::jsonb) as u(service_id text, resource_id text)) then 'resource_deleted'
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

async function insertRegressions(db: OrganizationDatabase, { connectionId, scanId }: Compared, formerId: string): Promise<void> {
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
            .selectFrom('finding_resolution as one')
            .distinctOn(['one.check_id', 'one.resource_id'])
            .select(['one.id', 'one.check_id', 'one.resource_id', 'one.resolved_at'])
            .where('one.connection_id', '=', connectionId)
            .orderBy('one.check_id')
            .orderBy('one.resource_id')
            .orderBy('one.resolved_at', 'desc')
            .as('r'),
        )
        .select([
          newRowId('freg').as('id'),
          sql.val(connectionId).as('connection_id'),
          'r.check_id',
          'r.resource_id',
          'r.resolved_at as previously_resolved_at',
          'r.id as previous_resolution_id',
          now.as('regressed_at'),
          sql.val(scanId).as('detected_in_scan_id'),
          daysBetween(sql<string>`r.resolved_at`, now).as('days_clean'),
        ])
        .where(({ and, not, exists, selectFrom }) => {
          const failingIn = (id: string) =>
            exists(
              selectFrom('integration_check_result as f')
                .select('f.id')
                .where('f.check_run_id', '=', id)
                .where('f.passed', '=', false)
                .where('f.service_id', 'is not', null)
                .whereRef('f.check_key', '=', 'r.check_id')
                .whereRef('f.resource_id', '=', 'r.resource_id'),
            );
          return and([failingIn(scanId), not(failingIn(formerId))]);
        }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
