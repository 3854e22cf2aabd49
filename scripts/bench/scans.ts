/** Measures how long scans of a cloud account with the largest allowed inventory take, and the memory that each process needs. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '#platform/database/migrate';
import { openDatabase } from '#platform/database/open';
import { newOrganization } from '../../test/support/organization.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { createCaller } from './ask.ts';
import { withTempFolder } from './folder.ts';
import { databaseCpu } from './postgres.ts';
import { startServer } from './server.ts';
import { ms, printTable } from './table.ts';

/**
 * Seconds from the request to the end of the run; processor seconds of the server without its workers, and of PostgreSQL; MiB of the server
 * at the start and at its peak, and of its largest worker; ms of the slowest other answer during the scan.
 */
interface Scan {
  readonly engine: string;
  readonly what: string;
  readonly results: number;
  readonly took: number;
  readonly cpu: number;
  readonly database: number;
  readonly before: number;
  readonly peak: number;
  readonly worker: number;
  readonly slowest: number;
}
export interface ScanResults {
  readonly scans: readonly Scan[];
}

const resources = 50_000;
const key = `cak_${'0'.repeat(64)}`;
const SECRET = 'the secret of an installation that is measured';

export async function measureScans(): Promise<ScanResults> {
  const postgres = await startPostgres();
  try {
    return {
      scans: [
        ...(await withTempFolder((folder) => measureEngine('PostgreSQL', folder, postgres.url))),
        ...(await withTempFolder((folder) => measureEngine('embedded', folder))),
      ],
    };
  } finally {
    await postgres.end();
  }
}

async function measureEngine(engine: string, folder: string, databaseUrl?: string): Promise<Scan[]> {
  const apiKey = databaseUrl === undefined ? key : await createOrganizationKey(databaseUrl);
  const env = {
    DATA_DIR: folder,
    SECRET,
    RATE_LIMIT: '0',
    ORGANIZATION_RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    ...(databaseUrl === undefined ? { BOOTSTRAP_API_KEY: key } : { DATABASE_URL: databaseUrl }),
  };
  const headers = { 'x-api-key': apiKey };
  const server = await startServer('server/main.ts', env, '/v1/risks?limit=1', headers);
  const ask = createCaller(server.url, headers);
  // Ignores a 503: on a busy machine, the single session of the embedded database may not be free in time.
  const stateOf = async (run: { readonly id: string; readonly status: string }) => {
    const answer = await fetch(`${server.url}/v1/runs/${run.id}`, { headers });
    const body: ReturnType<typeof JSON.parse> = await answer.json();
    if (answer.status === 503) return run;
    if (!answer.ok) throw new Error(`${run.id}: ${answer.status} ${JSON.stringify(body)}`);
    return body;
  };
  const databaseTime = () => (databaseUrl === undefined ? 0 : databaseCpu(databaseUrl));
  const scans: Scan[] = [];
  try {
    const { id } = await ask('POST', '/v1/integrations/connections', { providerSlug: 'aws', mode: 'inventory' });
    for (const [scanName, publicEvery] of [
      ['first', 10],
      ['the same again', 10],
      ['half of the failures mended', 20],
    ] as const) {
      const bytes = inventory(publicEvery);
      const upload = { purpose: 'general', fileName: 'inventory.json', fileType: 'application/json' };
      const { uploadUrl, fileKey } = await ask('POST', '/v1/uploads/presign', upload);
      const { pathname, search } = new URL(uploadUrl);
      const uploadAnswer = await fetch(`${server.url}${pathname}${search}`, { method: 'PUT', body: bytes });
      if (!uploadAnswer.ok) throw new Error(`the upload: ${uploadAnswer.status} ${await uploadAnswer.text()}`);
      const [{ cpu: cpuBefore, memory: before }, databaseBefore] = [await server.usage(), databaseTime()];
      let [peak, worker, slowest] = [before, 0, 0];
      const startTime = performance.now();
      const run = await ask('POST', `/v1/cloud-security/connections/${id}/scans`, { fileKey });
      let state: ReturnType<typeof JSON.parse> = run;
      while (state.status === 'queued' || state.status === 'running') {
        peak = Math.max(peak, (await server.usage()).memory);
        worker = Math.max(worker, largestChild(server.pid));
        await pause(50);
        const requestTime = performance.now();
        state = await stateOf(run);
        slowest = Math.max(slowest, performance.now() - requestTime);
      }
      if (state.status !== 'completed') throw new Error(`the scan has ${state.status}: ${state.error}`);
      scans.push({
        engine,
        what: scanName,
        results: state.result.totalChecked,
        took: (performance.now() - startTime) / 1000,
        cpu: ((await server.usage()).cpu - cpuBefore) / 1000,
        database: (databaseTime() - databaseBefore) / 1000,
        before,
        peak,
        worker,
        slowest,
      });
    }
  } finally {
    await server.stop();
  }
  return scans;
}

/** Migrates a database and creates an organization in it. @returns its key */
export async function createOrganizationKey(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ databaseUrl });
  await migrate(database.system);
  const organization = await newOrganization(database);
  await database.close();
  return organization.key;
}

/** @param publicEvery one in this many buckets is public */
function inventory(publicEvery: number): Buffer<ArrayBuffer> {
  const buckets = Array.from({ length: resources }, (_none, n) => ({
    serviceId: 's3',
    resourceType: 'bucket',
    resourceId: `bucket-${n}`,
    region: 'eu-central-1',
    attributes: {
      publicAccessBlockConfiguration: {
        blockPublicAcls: n % publicEvery !== 0,
        ignorePublicAcls: true,
        blockPublicPolicy: true,
        restrictPublicBuckets: true,
      },
      sseAlgorithm: 'AES256',
      versioningStatus: 'Enabled',
    },
  }));
  return Buffer.from(JSON.stringify({ provider: 'aws', collectedAt: new Date().toISOString(), resources: buckets }));
}

/** @returns peak memory in MiB of the largest child process */
function largestChild(pid: number): number {
  const sizes = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const children = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children.map(peakOf);
  });
  return Math.max(0, ...sizes);
}

function peakOf(pid: string): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // The process has ended.
    return 0;
  }
}

export function printScans({ scans }: ScanResults) {
  printTable(
    ['database', 'scan', 'results', 's', 'CPU s', 'PostgreSQL s', 'memory before, MiB', 'peak, MiB', 'worker, MiB', 'slowest answer, ms'],
    scans.map(({ engine, what: scanName, results, took, cpu, database, before, peak, worker, slowest }) => [
      engine,
      scanName,
      String(results),
      ...[took, cpu].map(ms),
      engine === 'embedded' ? '' : ms(database),
      ...[before, peak, worker, slowest].map(ms),
    ]),
  );
}
