/** Scans an account in a job (cloud-security, rules 6 and 16). */
import type { components } from '#generated/api';
import { recordActivity } from '#providers/clouds/activity';
import { scanCheckIdOf } from '#providers/clouds/kinds';
import type { ScanInput } from '#providers/clouds/start-scan';
import { addDetectedServices } from '#providers/clouds/services';
import { changesBetween } from '#platform/audit/changes';
import { type Attempt, RunFailed } from '#platform/jobs/job-handlers';
import { isObject } from '#platform/json-object';
import { evaluateFile } from '../documents/inventory.ts';
import { type Account, changeAccount, findAccount, lockAccount } from '../queries/connections.ts';
import { findPreviousFailures, findPreviousScans, type PreviousFailure } from '../queries/previous-scans.ts';
import { beginScan, endScan, findScanOfRun, insertRows, type ScanEnd } from '../queries/scan-rows.ts';
import { completeTasks } from '../queries/tasks.ts';
import { compareScan } from './compare.ts';
import { findInventory } from './inventory.ts';
import { ScanEnded } from './scan-ended.ts';

type Result = components['schemas']['CloudScanResult'];

export async function scanAccount(attempt: Attempt): Promise<Result> {
  const { input } = attempt;
  if (!isScanInput(input)) throw new Error('the run was not started with the input of a scan');
  const { connectionId, scanId } = input;
  const [account, scan] = await attempt.read((db) => Promise.all([findAccount(db, connectionId), findScanOfRun(db, scanId)]));
  if (!account || !scan) throw new RunFailed('Connection not found');
  // An earlier attempt may have ended the scan, but not the run.
  if (scan.status === 'completed') return { scanId, status: 'completed', ...countsOf(scan.passedCount, scan.failedCount) };
  if (account.status !== 'active') throw new RunFailed('Connection is not active');
  await attempt.step((db) => beginScan(db, scanId), { done: 0, total: input.wanted.length });
  try {
    return await runScan(attempt, account, input);
  } catch (error) {
    if (!(error instanceof ScanEnded)) throw error;
    return endEarly(attempt, account, scanId, error);
  }
}

async function runScan(attempt: Attempt, account: Account, { scanId, wanted, byFile }: ScanInput): Promise<Result> {
  const inventory = await findInventory(attempt, account, { wanted, byFile });
  const kind = { connectionId: account.id, checkId: scanCheckIdOf(account.cloud), scanMode: inventory.scanMode };
  const previousScans = await attempt.read((db) => findPreviousScans(db, scanId, wanted, kind));
  const present: PreviousFailure[] = [];
  let insertedCount = 0;
  const summary = await evaluateFile(attempt.ports.files, inventory.key, {
    organizationId: attempt.actor.organizationId,
    cloud: account.cloud,
    scanId,
    wanted: wanted.filter((id) => !inventory.failed.includes(id)),
    signal: attempt.signal,
    async take({ of: contentKind, list }, { passed, failed }) {
      if (contentKind === 'rows') {
        const done = Math.floor((wanted.length * insertedCount) / (passed + failed));
        insertedCount += await attempt.step((db) => insertRows(db, list, previousScans), { done, total: wanted.length });
      } else for (const failure of await attempt.read((db) => findPreviousFailures(db, previousScans, list))) present.push(failure);
    },
  });
  if ('fault' in summary) throw new ScanEnded('failed', `The inventory ${summary.fault}`, null, inventory.scanMode);
  const scanEnd: ScanEnd = {
    status: 'completed',
    passed: summary.passed,
    failed: summary.failed,
    scanned: summary.services,
    failedServices: inventory.failed,
    scanMode: inventory.scanMode,
    error: null,
    errorCode: null,
  };
  const comparedScans = previousScans.filter((previous) => summary.services.includes(previous.service_id));
  const isCompared = await compareScan(attempt, { connectionId: account.id, scanId, previousScans: comparedScans, present });
  await endScanWithSuccess(attempt, account, scanId, scanEnd, wanted.length);
  const counts = countsOf(summary.passed, summary.failed);
  return { scanId, status: 'completed', ...counts, ...(!isCompared && { comparisonFailed: true }) };
}

/** Makes the results the current findings, and makes the comparison visible. */
async function endScanWithSuccess(attempt: Attempt, account: Account, scanId: string, scanEnd: ScanEnd, total: number): Promise<void> {
  await attempt.step(
    async (db, audit) => {
      const currentAccount = await lockAccount(db, account.id);
      if (currentAccount?.status !== 'active') throw new RunFailed('Connection is not active');
      await endScan(db, scanId, scanEnd);
      const { detected, chosen } = addDetectedServices(currentAccount, scanEnd.scanned);
      await changeAccount(db, account.id, {
        latest_scan_id: scanId,
        last_sync_at: new Date().toISOString(),
        detected_services: detected,
        detected_at: new Date().toISOString(),
        ...(chosen && { enabled_services: chosen }),
      });
      for (const { id, from } of account.cloud === 'aws' ? await completeTasks(db, account.id, scanId, new Date()) : [])
        audit.performed('Scan set the status of task', {
          entityType: 'task',
          entityId: id,
          changes: changesBetween({ status: from }, { status: 'done' }),
        });
      await recordActivity(db, attempt.actor, account.id, {
        type: 'scan',
        action: 'scan_completed',
        status: 'completed',
        description: `The scan found ${scanEnd.failed} failures among ${scanEnd.passed + scanEnd.failed} results`,
        metadata: { scanId },
      });
      audit.performed('Scanned integration', { entityId: account.id, data: { scanId, failedCount: scanEnd.failed } });
    },
    { done: total, total },
  );
}

/** Stores only the reason why the scan ended. The previous findings are kept. */
async function endEarly(
  attempt: Attempt,
  account: Account,
  scanId: string,
  { status, message, code, scanMode }: ScanEnded,
): Promise<Result> {
  await attempt.step(async (db, audit) => {
    await beginScan(db, scanId);
    await endScan(db, scanId, {
      status,
      passed: 0,
      failed: 0,
      scanned: [],
      failedServices: [],
      scanMode,
      error: message,
      errorCode: code,
    });
    await recordActivity(db, attempt.actor, account.id, {
      type: 'scan',
      action: 'scan_failed',
      status: status === 'failed' ? 'failed' : 'info',
      description: `The scan could not be carried out: ${message}`,
      metadata: { scanId, ...(code !== null && { code }) },
    });
    audit.performed('Scan of integration failed', { entityId: account.id, data: { scanId, reason: message } });
  });
  if (status === 'failed') throw new RunFailed(message);
  return { scanId, status, ...countsOf(0, 0) };
}

function countsOf(passedCount: number, failedCount: number) {
  return { totalChecked: passedCount + failedCount, passedCount, failedCount };
}

function isScanInput(input: unknown): input is ScanInput {
  return (
    isObject(input) &&
    typeof input.connectionId === 'string' &&
    typeof input.scanId === 'string' &&
    typeof input.byFile === 'boolean' &&
    Array.isArray(input.wanted) &&
    input.wanted.every((id) => typeof id === 'string')
  );
}
