/** Creates a cloud account and its scans. The scans evaluate inventories with the rules of the product. */
import type { Insertable, Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { evaluate, type ScanRow } from '#areas/integrations/cloud-security/rules/evaluate';
import { validateInventory } from '#areas/integrations/cloud-security/rules/inventory';
import { aws } from '#providers/providers/aws/manifest';
import { changesOnCreate } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import { productionAccount, resourcesIn, states, websiteException } from './data/clouds.ts';
import type { DemoContext } from './demo-context.ts';
import type { Member, Members } from './member.ts';

type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;
type Db = Transaction<SystemTables>;

/** The rows to insert for the account, by table. */
interface Rows {
  readonly integration_check_run: Row<'integration_check_run'>[];
  readonly integration_check_result: Row<'integration_check_result'>[];
  readonly finding_resolution: Row<'finding_resolution'>[];
  readonly finding_regression: Row<'finding_regression'>[];
  readonly cloud_activity: Row<'cloud_activity'>[];
}

/** A scan with the failures that the next scan is compared with. */
interface Scan {
  readonly id: string;
  readonly at: string;
  /** The start and the result of each failure, by a key of check and resource. */
  readonly failing: ReadonlyMap<string, { readonly since: string; readonly row: ScanRow }>;
}

const msPerDay = 86_400_000;
const keyOf = ({ check_key: check, resource_id: resource }: Pick<ScanRow, 'check_key' | 'resource_id'>) => `${check} ${resource}`;
const daysBetween = (from: string, to: string) => Math.floor((Date.parse(to) - Date.parse(from)) / msPerDay);

export async function insertClouds(db: Db, demo: DemoContext, members: Members): Promise<void> {
  const operator = members.of(productionAccount.by);
  const connectionId = await insertAccount(db, demo, operator);
  const rows: Rows = {
    integration_check_run: [],
    integration_check_result: [],
    finding_resolution: [],
    finding_regression: [],
    cloud_activity: [],
  };
  let previous: Scan | undefined;
  for (const state of states) {
    const scannedAt = demo.calendar.ago(state.ago, `scan ${state.ago}`);
    const scan = addScan(demo, rows, connectionId, operator, scannedAt, resourcesIn(state), previous);
    if (previous) addChanges(demo.organizationId, rows, connectionId, previous, scan);
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

async function insertAccount(db: Db, { organizationId: organization_id, calendar, log }: DemoContext, operator: Member): Promise<string> {
  const { name, accountId, created } = productionAccount;
  const [id, createdAt] = [newId('icn'), calendar.ago(created, name)];
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
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
  log.write(
    createdAt,
    operator,
    'createIntegrationConnection',
    { answer: { id } },
    { description: 'Connected integration', changes: changesOnCreate({ provider: aws.slug, connectionName: name, mode: 'inventory' }) },
  );
  return id;
}

function addScan(
  { organizationId: organization_id, log }: DemoContext,
  rows: Rows,
  connectionId: string,
  operator: Member,
  startedAt: string,
  resources: readonly object[],
  previous: Scan | undefined,
): Scan {
  const inventory = validateInventory(
    { provider: 'aws', accountId: productionAccount.accountId, collectedAt: startedAt, resources },
    'aws',
    Date.parse(startedAt),
  );
  if (typeof inventory === 'string') throw new Error(`the inventory of the demonstration ${inventory}`);
  const evaluation = evaluate('aws', inventory, inventory.services);
  const results = [...evaluation.rows()];
  const [id, completedAt] = [newId('icr'), addSeconds(startedAt, 4)];
  const failing = new Map(
    results
      .filter(({ passed }) => !passed)
      .map((row) => [keyOf(row), { since: previous?.failing.get(keyOf(row))?.since ?? startedAt, row }]),
  );
  rows.integration_check_run.push({
    id,
    organization_id,
    connection_id: connectionId,
    check_id: 'aws-security-scan',
    check_name: `${aws.name} security scan`,
    triggered_by: 'manual',
    status: 'completed',
    scan_mode: 'inventory',
    scanned_services: [...evaluation.services],
    total_checked: results.length,
    failed_count: failing.size,
    passed_count: evaluation.passed,
    created_at: startedAt,
    started_at: addSeconds(startedAt, 1),
    completed_at: completedAt,
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
      collected_at: startedAt,
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
    user_id: operator.user.id,
    status: 'completed',
    metadata: JSON.stringify({ action: 'scan_completed', scanId: id }),
    created_at: completedAt,
  });
  log.writeRun(completedAt, operator, 'cloud_scan', { description: 'Scanned integration', entityId: connectionId });
  return { id, at: completedAt, failing };
}

function severityOf(text: string | null) {
  return (['info', 'low', 'medium', 'high', 'critical'] as const).find((severity) => severity === text) ?? null;
}

/** Adds the resolved and the reopened failures between two scans (cloud-security, rule 6). */
function addChanges(organization_id: string, rows: Rows, connection_id: string, previous: Scan, scan: Scan): void {
  for (const [key, { since, row }] of previous.failing) {
    if (scan.failing.has(key)) continue;
    const resourceExists = rows.integration_check_result.some(
      ({ check_run_id: id, resource_id: resourceId }) => id === scan.id && resourceId === row.resource_id,
    );
    rows.finding_resolution.push({
      id: newId('fres'),
      organization_id,
      connection_id,
      check_id: row.check_key,
      resource_id: row.resource_id,
      resource_type: row.resource_type,
      resolved_at: scan.at,
      resolution_method: resourceExists ? 'external_fix' : 'resource_deleted',
      resolved_from_scan_id: previous.id,
      detected_in_scan_id: scan.id,
      days_open: daysBetween(since, scan.at),
    });
  }
  for (const [key, { row }] of scan.failing) {
    const lastResolution = rows.finding_resolution.find(
      (resolution) => resolution.check_id === row.check_key && resolution.resource_id === row.resource_id,
    );
    if (!lastResolution || previous.failing.has(key)) continue;
    rows.finding_regression.push({
      id: newId('freg'),
      organization_id,
      connection_id,
      check_id: row.check_key,
      resource_id: row.resource_id,
      previously_resolved_at: lastResolution.resolved_at,
      previous_resolution_id: lastResolution.id,
      regressed_at: scan.at,
      detected_in_scan_id: scan.id,
      days_clean: daysBetween(String(lastResolution.resolved_at), scan.at),
    });
  }
}

async function insertException(
  db: Db,
  { organizationId: organization_id, calendar, log }: DemoContext,
  rows: Rows,
  operator: Member,
  connectionId: string,
) {
  const { ago, checkKey, resourceId, reason } = websiteException;
  const [id, markedAt] = [newId('fex'), calendar.ago(ago, 'exception')];
  await db
    .insertInto('finding_exception')
    .values({
      id,
      organization_id,
      connection_id: connectionId,
      check_id: checkKey,
      resource_id: resourceId,
      reason,
      marked_by_id: operator.user.id,
      marked_at: markedAt,
      created_at: markedAt,
      updated_at: markedAt,
    })
    .execute();
  rows.cloud_activity.push({
    id: newId('cla'),
    organization_id,
    connection_id: connectionId,
    type: 'exception',
    description: `Accepted ${checkKey} of ${resourceId}`,
    user_id: operator.user.id,
    status: 'info',
    metadata: JSON.stringify({ action: 'exception_marked', checkKey, resourceId, exceptionId: id }),
    created_at: markedAt,
  });
  log.write(
    markedAt,
    operator,
    'markCloudFindingException',
    { answer: { id } },
    {
      description: 'Accepted finding of integration',
      entityId: connectionId,
      changes: changesOnCreate({ checkKey, resourceId, reason, reviewedBy: null, expiresAt: null }),
    },
  );
}
