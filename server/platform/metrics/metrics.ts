/** Metrics in the Prometheus format. They contain no names of organizations, people or records, and no label has more than a few hundred values. */
import type { Channel } from 'node:diagnostics_channel';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/open.ts';
import { checkpointed, rateLimited, lineDropped, replicaTried, rolledBack } from '../signals.ts';
import { version } from '../version.ts';
import { findWorkStatus, type WorkStatus } from './work-status.ts';

/** An answered request. */
interface AnsweredRequest {
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
}
/** Whether to include metrics of mails and of anchored checkpoints: without a mail server or an anchor, these wait forever. */
export interface MetricsScope {
  readonly mail: boolean;
  readonly anchor: boolean;
}
export interface Metrics {
  /** Counts a request. */
  readonly answered: (request: AnsweredRequest) => void;
  /** Includes metrics of this database from now on. */
  watch(database: Pick<Database, 'system' | 'usage'>, scope: MetricsScope): void;
  /** Returns all current metrics. */
  text(): Promise<string>;
  readonly contentType: string;
  /** Stops counting. */
  close(): void;
}

const prefix = 'compliance_';
/** Upper bounds of the histogram's buckets in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Milliseconds that the database may take to answer. */
const timeoutMs = 2_000;
/** Milliseconds that the database's answer is cached. */
const cacheMs = 5_000;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge({ name: prefix + name, help, labelNames, registers });
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: prefix + name, help, labelNames, registers });

  collectDefaultMetrics({ register: registry });
  gauge('build_info', 'The version of the service, as a label.', ['version']).set({ version }, 1);
  const countRequest = requestMetrics(registry);
  const checkpoints = counter(
    'audit_checkpoints_total',
    'Checkpoints of audit logs by result: made, failed, or parted, where a log no longer matches its last one.',
    ['result'],
  );
  // Initialized, because Prometheus does not count a series' first value as an increase.
  for (const result of ['made', 'failed', 'parted']) checkpoints.inc({ result }, 0);
  const stopFunctions = [
    startCounting(
      counter('transactions_rolled_back_total', 'Transactions that were rolled back, because a request was refused or something failed.'),
      rolledBack,
    ),
    startCounting(counter('rate_limited_total', 'Requests that were refused by a rate limit.', ['limit']), rateLimited, 'limit'),
    startCounting(checkpoints, checkpointed, 'result'),
    startCounting(
      counter(
        'replica_reads_total',
        'Reads that a replica may answer, by result: answered, left_out or failed. The primary answered the others.',
        ['result'],
      ),
      replicaTried,
      'result',
    ),
    startCounting(counter('log_lines_dropped_total', 'Lines of the log that were not read in time.'), lineDropped),
  ];

  const databaseUp = gauge('database_up', 'Whether the database answered the last question.');
  const connections = gauge('pool_connections', 'Connections to the database.', ['pool', 'state']);
  const waitingCallers = gauge('pool_waiting', 'Callers that wait for a connection to the database.', ['pool']);
  const runs = gauge('runs', 'Runs of all servers.', ['state']);
  const runsFailed = gauge('runs_failed', 'Runs of all servers that failed in the last hour.');
  const oldestRun = gauge('runs_oldest_seconds', 'How long the run that waits longest has been due.');
  const mails = gauge('mails', 'Mails in the outbox: waiting, or given up after the last attempt. Only with SMTP_URL.', ['state']);
  const oldestMail = gauge('mails_oldest_seconds', 'The age of the oldest mail that waits. Only with SMTP_URL.');
  const uploads = gauge('uploads_unfinished', 'Uploads whose bytes have not come yet.');
  const storedBytes = gauge('stored_bytes', 'Bytes of all stored files.');
  const overdue = gauge('audit_logs_overdue', 'Audit logs with entries that no checkpoint has covered for two hours.');
  const unanchored = gauge(
    'audit_checkpoints_unanchored',
    'Checkpoints that were not written to AUDIT_ANCHOR yet. Only with AUDIT_ANCHOR.',
  );
  const lastBackup = gauge(
    'last_backup_timestamp_seconds',
    'The moment that the newest backup by the command shows, in seconds since 1970. Only once there is one.',
  );
  // Absent until there is a backup, because 0 would mean 1970.
  lastBackup.remove();
  const databaseGauges = [runs, runsFailed, oldestRun, mails, oldestMail, uploads, storedBytes, overdue, unanchored];

  function setGauges(workStatus: WorkStatus, { mail, anchor }: MetricsScope): void {
    runs.set({ state: 'queued' }, workStatus.runsQueued);
    runs.set({ state: 'running' }, workStatus.runsRunning);
    runsFailed.set(workStatus.runsFailed);
    oldestRun.set(workStatus.oldestRun);
    uploads.set(workStatus.uploadsUnfinished);
    storedBytes.set(workStatus.storedBytes);
    overdue.set(workStatus.auditLogsOverdue);
    if (workStatus.lastBackup !== null) lastBackup.set(workStatus.lastBackup);
    if (anchor) unanchored.set(workStatus.checkpointsUnanchored);
    if (!mail) return;
    mails.set({ state: 'waiting' }, workStatus.mailsWaiting);
    mails.set({ state: 'given_up' }, workStatus.mailsGivenUp);
    oldestMail.set(workStatus.oldestMail);
  }
  let collect = () => Promise.resolve();
  return {
    answered: countRequest,
    contentType: registry.contentType,
    watch(database, scope) {
      const update = throttle(async () => {
        for (const metric of databaseGauges) metric.reset();
        lastBackup.remove();
        const workStatus = await withTimeout(findWorkStatus(database.system));
        databaseUp.set(workStatus ? 1 : 0);
        if (workStatus) setGauges(workStatus, scope);
      });
      collect = () => {
        for (const [pool, { used, idle, waiting: callers }] of Object.entries(database.usage())) {
          connections.set({ pool, state: 'used' }, used);
          connections.set({ pool, state: 'idle' }, idle);
          waitingCallers.set({ pool }, callers);
        }
        return update();
      };
    },
    async text() {
      await collect();
      return registry.metrics();
    },
    close() {
      for (const stop of stopFunctions) stop();
    },
  };
}

/** @returns a function that counts a request with as little work as possible */
function requestMetrics(registry: Registry): Metrics['answered'] {
  const registers = [registry];
  const total = new Counter({
    name: `${prefix}http_requests_total`,
    help: 'Requests by operation and status; beside the contract by kind of page.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['operation'],
    buckets,
    registers,
  });
  const totals = new Map<string, Counter.Internal>();
  const durations = new Map<string, Histogram.Internal<string>>();
  return ({ operation, status, durationMs }) => {
    const key = `${operation} ${status}`;
    let series = totals.get(key);
    if (!series) totals.set(key, (series = total.labels(operation, String(status))));
    series.inc();
    let durationSeries = durations.get(operation);
    if (!durationSeries) durations.set(operation, (durationSeries = duration.labels(operation)));
    durationSeries.observe(durationMs / 1000);
  };
}

/** Counts the messages of a channel. @param label whose value is the message @returns a function that stops counting */
function startCounting(counter: Counter, channel: Channel, label?: string): () => void {
  const count = (message: unknown) => (label === undefined ? counter.inc() : counter.inc({ [label]: String(message) }));
  channel.subscribe(count);
  return () => void channel.unsubscribe(count);
}

/** @returns a function that runs `work` or, if the last run started recently, returns the promise of that run */
function throttle(work: () => Promise<void>): () => Promise<void> {
  let lastStart = -Infinity;
  let lastRun = Promise.resolve();
  return () => {
    if (performance.now() - lastStart < cacheMs) return lastRun;
    lastStart = performance.now();
    return (lastRun = work());
  };
}

/** @returns undefined when it failed or was too slow */
function withTimeout<T>(answer: Promise<T>): Promise<T | undefined> {
  const { promise: timeoutResult, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, timeoutMs, undefined);
  return Promise.race([answer.catch(() => undefined), timeoutResult]).finally(() => clearTimeout(timer));
}
