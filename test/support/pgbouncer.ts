/** A temporary PgBouncer in transaction mode: Debian's package, a temporary directory, a socket. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { accountForServer } from './postgres.ts';

const program = '/usr/sbin/pgbouncer';
export const isPgbouncerInstalled = existsSync(program);

export type Pgbouncer = Awaited<ReturnType<typeof startPgbouncer>>;

/**
 * @param database URL of a PostgreSQL server for tests @param connections maximum number of connections to each database @throws when
 * PgBouncer is not installed
 */
export async function startPgbouncer(database: string, connections: number) {
  if (!isPgbouncerInstalled) throw new Error('PgBouncer is not installed (Debian: pgbouncer)');
  const server = new URL(database);
  const folder = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'));
  const user = accountForServer();
  const file = (name: string, lines: readonly string[]) => {
    writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`);
    return path.join(folder, name);
  };
  const users = file('users.txt', [`"${server.username}" ""`]);
  const settings = file('pgbouncer.ini', [
    '[databases]',
    `* = host=${server.searchParams.get('host') ?? server.hostname}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'max_client_conn = 500',
    'listen_addr =',
    `unix_socket_dir = ${folder}`,
    'listen_port = 6432',
    'auth_type = trust',
    `auth_file = ${users}`,
    `admin_users = ${server.username}`,
  ]);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const childProcess = spawn(program, ['--quiet', settings], { ...user, cwd: folder, stdio: 'ignore' });
  /** The address of the same database through the pooler. */
  const throughPooler = (address: string) => {
    const url = new URL(address);
    url.port = '6432';
    url.searchParams.set('host', folder);
    return url.href;
  };
  for (let answers = false; !answers;) {
    if (childProcess.exitCode !== null) throw new Error(`PgBouncer ended with ${childProcess.exitCode}`);
    const client = new pg.Client({ connectionString: throughPooler(database) });
    answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (!answers) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    /** The address with the setting that announces a pooler. */
    url: (address = database) => `${throughPooler(address)}&pgbouncer=true`,
    /** The address without that setting, as if it were the server itself. */
    plainUrl: (address = database) => throughPooler(address),
    async end() {
      const exit = once(childProcess, 'exit');
      childProcess.kill('SIGINT');
      if (childProcess.exitCode === null) await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
