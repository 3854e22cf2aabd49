/** Shows the status of an installation for operators on call. */
import { sql } from 'kysely';
import type { Config } from '#platform/config';
import { hasNoSchema, listPendingMigrations } from '#platform/database/migrate';
import type { SystemDatabase } from '#platform/database/handle';
import { findWorkStatus, type WorkStatus } from '#platform/metrics/work-status';
import { version } from '#platform/version';
import { openUnmigrated } from '#start/open';
import { command } from './command.ts';
import { withInstallation } from './installation.ts';

interface Status {
  readonly version: string;
  readonly node: string;
  readonly engine: { readonly kind: 'embedded' | 'PostgreSQL'; readonly version: string };
  /** `newest` is null for an empty database; `pending` lists migrations that this version would still apply. */
  readonly schema: { readonly newest: string | null; readonly applied: number; readonly pending: readonly string[] };
  /** This and the following properties are set only if the schema is up to date. */
  readonly sizes?: Sizes;
  readonly work?: Work;
  /** Time of the last checkpoint; null when there is none. */
  readonly lastCheckpointAt?: string | null;
  /** Snapshot time of the last backup made by this service; null when none is recorded. */
  readonly lastBackupAt?: string | null;
}
type Work = Omit<WorkStatus, 'lastBackup'>;
interface Sizes {
  readonly databaseBytes: number;
  readonly storedBytes: number;
  readonly organizations: number;
  readonly members: number;
}

export const showStatus = command({
  name: 'status',
  meaning:
    'Shows version, schema, engine, sizes, background work, the last checkpoint and the last backup of the installation, in words or with --json. It migrates nothing.',
  flags: ['json'],
  plan: ({ json }) =>
    withInstallation(async ({ config, database }) => {
      const status = await statusOf(database.system, config);
      if (json !== undefined) return status;
      process.stdout.write(`${describe(status).join('\n')}\n`);
      return undefined;
    }, openUnmigrated),
});

async function statusOf(db: SystemDatabase, { databaseUrl }: Config): Promise<Status> {
  const {
    rows: [server],
  } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  const pending = await listPendingMigrations(db);
  const applied = await findAppliedMigrations(db);
  const basicStatus: Status = {
    version,
    node: process.versions.node,
    engine: { kind: databaseUrl === undefined ? 'embedded' : 'PostgreSQL', version: server?.version ?? 'unknown' },
    schema: { newest: applied.at(-1) ?? null, applied: applied.length, pending },
  };
  // Tables needed for the other properties may not exist yet.
  if (pending.length > 0) return basicStatus;
  const { lastBackup, ...work } = await findWorkStatus(db);
  return {
    ...basicStatus,
    sizes: await findSizes(db, work),
    work,
    lastCheckpointAt: await findLastCheckpoint(db),
    lastBackupAt: lastBackup === null ? null : new Date(lastBackup * 1000).toISOString(),
  };
}

async function findAppliedMigrations(db: SystemDatabase): Promise<string[]> {
  if (await hasNoSchema(db)) return [];
  const rows = await db.selectFrom('migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

async function findSizes(db: SystemDatabase, { storedBytes }: Work): Promise<Sizes> {
  const {
    rows: [row],
  } = await sql<Omit<Sizes, 'storedBytes'>>`
    select pg_database_size(current_database())::float8 as "databaseBytes",
      (select count(*) from organization)::integer as organizations,
      (select count(*) from member where is_active)::integer as members`.execute(db);
  if (!row) throw new Error('the query returned no row');
  return { ...row, storedBytes };
}

async function findLastCheckpoint(db: SystemDatabase): Promise<string | null> {
  const row = await db
    .selectFrom('audit_checkpoint')
    .select((eb) => eb.fn.max('created_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

function describe({ version: programVersion, node, engine, schema, sizes, work, lastCheckpointAt, lastBackupAt }: Status): string[] {
  const lines = [
    ['Version', `${programVersion}, on Node.js ${node}`],
    ['Engine', engine.kind === 'embedded' ? `embedded, PostgreSQL ${engine.version}` : `PostgreSQL ${engine.version}`],
    [
      'Schema',
      schema.pending.length > 0
        ? `${schema.newest ?? 'empty'}; not applied yet: ${schema.pending.join(', ')}`
        : `${schema.newest ?? 'empty'}, up to date`,
    ],
  ];
  if (sizes) {
    lines.push(['Size', `${inMebibytes(sizes.databaseBytes)} in the database, ${inMebibytes(sizes.storedBytes)} in files`]);
    lines.push(['Organizations', `${sizes.organizations}, with ${sizes.members} active members`]);
  }
  if (work) {
    lines.push([
      'Runs',
      `${work.runsQueued} queued (${inMinutes(work.oldestRun)} overdue at most), ${work.runsRunning} running, ${work.runsFailed} failed in the last hour`,
    ]);
    lines.push(['Mails', `${work.mailsWaiting} waiting (${inMinutes(work.oldestMail)} at most), ${work.mailsGivenUp} given up`]);
    lines.push(['Uploads', `${work.uploadsUnfinished} unfinished`]);
    lines.push(['Checkpoints', `last one ${lastCheckpointAt ?? 'never'}, ${work.auditLogsOverdue} audit logs overdue`]);
    lines.push(['Backup', lastBackupAt ?? 'none recorded']);
  }
  return lines.map(([name = '', value = '']) => `${name.padEnd(15)}${value}`);
}

const inMebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const inMinutes = (seconds: number) => `${Math.round(seconds / 60)} minutes`;
