/** A cloud account with its scans, which evaluate real inventories with the rule pack. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { evaluate, type ScanRow } from '#areas/integrations/cloud-security/rules/evaluate';
import { validateInventory } from '#areas/integrations/cloud-security/rules/inventory';
import { aws } from '#providers/providers/aws/manifest';
import { changesOnCreate } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { later } from './calendar.ts';
import { productionAccount, resourcesIn, states, websiteException } from './data/clouds.ts';
import type { DemoContext } from './demo-context.ts';
import type { Member, Members } from './member.ts';

type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;
type Db = Transaction<SystemTables>;

/** All rows of the account. */
interface Rows {
  readonly integration_check_run: Row<'integration_check_run'>[];
  readonly integration_check_result: Row<'integration_check_result'>[];
  readonly finding_resolution: Row<'finding_resolution'>[];
  readonly finding_regression: Row<'finding_regression'>[];
  readonly cloud_activity: Row<'cloud_activity'>[];
}

/** A scan with the data that the next one is compared with. */
interface Scanned {
  readonly id: string;
  readonly at: string;
  /** When each failure began, by check and resource. */
  readonly failing: ReadonlyMap<string, { readonly since: string; readonly row: ScanRow }>;
}

const day = 86_400_000;
const keyOf = ({ check_key: check, resource_id: resource }: Pick<ScanRow, 'check_key' | 'resource_id'>) => `${check} ${resource}`;
const daysBetween = (from: string, to: string) => Math.floor((Date.parse(to) - Date.parse(from)) / day);

export async function insertClouds(db: Db, demo: DemoContext, members: Members): Promise<void> {
  const by = members.of(productionAccount.by);
  const connectionId = await insertAccount(db, demo, by);
  const rows: Rows = {
    integration_check_run: [],
    integration_check_result: [],
    finding_resolution: [],
    finding_regression: [],
    cloud_activity: [],
  };
  let previous: Scanned | undefined;
  for (const state of states) {
    const at = demo.calendar.ago(state.ago, `scan ${state.ago}`);
    const scan = scanOf(demo, rows, connectionId, by, at, resourcesIn(state), previous);
    if (previous) compare(demo.organizationId, rows, connectionId, previous, scan);
    previous = scan;
  }
  await db.insertInto('integration_check_run').values(rows.integration_check_run).execute();
  await db.insertInto('integration_check_result').values(rows.integration_check_result).execute();
  await db.insertInto('finding_resolution').values(rows.finding_resolution).execute();
  await db.insertInto('finding_regression').values(rows.finding_regression).execute();
  await insertException(db, demo, rows, members.of(websiteException.by), connectionId);
  await db.insertInto('cloud_activity').values(rows.cloud_activity).execute();
  await db
    .updateTable('integration_connection')
    .set({ latest_scan_id: previous?.id ?? null, last_sync_at: previous?.at ?? null })
    .where('id', '=', connectionId)
    .execute();
}

async function insertAccount(db: Db, { organizationId: organization_id, calendar, log }: DemoContext, by: Member): Promise<string> {
  const { name, accountId, created } = productionAccount;
  const [id, at] = [newId('icn'), calendar.ago(created, name)];
  const metadata = { connectionName: name, accountId };
  await db
    .insertInto('integration_connection')
    .values({
      id,
      organization_id,
      provider: aws.slug,
      mode: 'inventory',
      exclusive: false,
      label: name,
      auth_strategy: aws.auth.type,
      metadata: JSON.stringify(metadata),
      created_at: at,
      updated_at: at,
    })
    .execute();
  log.write(
    at,
    by,
    'createIntegrationConnection',
    { answer: { id } },
    { description: 'Connected integration', changes: changesOnCreate({ provider: aws.slug, connectionName: name, mode: 'inventory' }) },
  );
  return id;
}

function scanOf(
  { organizationId: organization_id, log }: DemoContext,
  rows: Rows,
  connectionId: string,
  by: Member,
  at: string,
  resources: readonly object[],
  previous: Scanned | undefined,
): Scanned {
  const inventory = validateInventory(
    { provider: 'aws', accountId: productionAccount.accountId, collectedAt: at, resources },
    'aws',
    Date.parse(at),
  );
  if (typeof inventory === 'string') throw new Error(`the inventory of the demonstration ${inventory}`);
  const found = evaluate('aws', inventory, inventory.services);
  const results = [...found.rows()];
  const [id, end] = [newId('icr'), later(at, 4)];
  const failing = new Map(
    results.filter(({ passed }) => !passed).map((row) => [keyOf(row), { since: previous?.failing.get(keyOf(row))?.since ?? at, row }]),
  );
  rows.integration_check_run.push({
    id,
    organization_id,
    connection_id: connectionId,
    check_id: 'aws-security-scan',
    check_name: `${aws.name} security scan`,
    triggered_by: 'manual',
    status: 'success',
    scan_mode: 'inventory',
    scanned_services: [...found.services],
    total_checked: results.length,
    failed_count: failing.size,
    passed_count: found.passed,
    created_at: at,
    started_at: later(at, 1),
    completed_at: end,
  });
  rows.integration_check_result.push(
    ...results.map(({ evidence, ...row }, place) => ({
      id: newId('icx'),
      organization_id,
      check_run_id: id,
      place,
      ...row,
      severity: severityOf(row.severity),
      evidence: JSON.stringify(evidence),
      collected_at: at,
      failing_since: failing.get(keyOf(row))?.since ?? null,
    })),
  );
  const description = `The scan found ${failing.size} failures among ${results.length} results`;
  rows.cloud_activity.push({
    id: newId('cla'),
    organization_id,
    connection_id: connectionId,
    type: 'scan',
    description,
    user_id: by.user.id,
    status: 'success',
    metadata: JSON.stringify({ action: 'scan_completed', scanId: id }),
    created_at: end,
  });
  log.writeRun(end, by, 'cloud_scan', { description: 'Scanned integration', entityId: connectionId });
  return { id, at: end, failing };
}

function severityOf(text: string | null) {
  return (['info', 'low', 'medium', 'high', 'critical'] as const).find((severity) => severity === text) ?? null;
}

/** Compares scans (cloud-security, rule 6). */
function compare(organization_id: string, rows: Rows, connection_id: string, previous: Scanned, scan: Scanned): void {
  for (const [key, { since, row }] of previous.failing) {
    if (scan.failing.has(key)) continue;
    const isThere = rows.integration_check_result.some(({ check_run_id: id, resource_id: of }) => id === scan.id && of === row.resource_id);
    rows.finding_resolution.push({
      id: newId('fres'),
      organization_id,
      connection_id,
      check_id: row.check_key,
      resource_id: row.resource_id,
      resource_type: row.resource_type,
      resolved_at: scan.at,
      resolution_method: isThere ? 'external_fix' : 'resource_deleted',
      resolved_from_scan_id: previous.id,
      detected_in_scan_id: scan.id,
      days_open: daysBetween(since, scan.at),
    });
  }
  for (const [key, { row }] of scan.failing) {
    const resolved = rows.finding_resolution.find((one) => one.check_id === row.check_key && one.resource_id === row.resource_id);
    if (!resolved || previous.failing.has(key)) continue;
    rows.finding_regression.push({
      id: newId('freg'),
      organization_id,
      connection_id,
      check_id: row.check_key,
      resource_id: row.resource_id,
      previously_resolved_at: resolved.resolved_at,
      previous_resolution_id: resolved.id,
      regressed_at: scan.at,
      detected_in_scan_id: scan.id,
      days_clean: daysBetween(String(resolved.resolved_at), scan.at),
    });
  }
}

async function insertException(
  db: Db,
  { organizationId: organization_id, calendar, log }: DemoContext,
  rows: Rows,
  by: Member,
  connectionId: string,
) {
  const { ago, checkKey, resourceId, reason } = websiteException;
  const [id, at] = [newId('fex'), calendar.ago(ago, 'exception')];
  await db
    .insertInto('finding_exception')
    .values({
      id,
      organization_id,
      connection_id: connectionId,
      check_id: checkKey,
      resource_id: resourceId,
      reason,
      marked_by_id: by.user.id,
      marked_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
  rows.cloud_activity.push({
    id: newId('cla'),
    organization_id,
    connection_id: connectionId,
    type: 'exception',
    description: `Accepted ${checkKey} of ${resourceId}`,
    user_id: by.user.id,
    status: 'info',
    metadata: JSON.stringify({ action: 'exception_marked', checkKey, resourceId, exceptionId: id }),
    created_at: at,
  });
  log.write(
    at,
    by,
    'markCloudFindingException',
    { answer: { id } },
    {
      description: 'Accepted finding of integration',
      entityId: connectionId,
      changes: changesOnCreate({ checkKey, resourceId, reason, reviewedBy: null, expiresAt: null }),
    },
  );
}
