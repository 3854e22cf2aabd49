/** A temporary PostgreSQL server for tests: Debian's packages, a temporary directory, a socket, no superuser of the machine. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

const packages = '/usr/lib/postgresql';

/** The folder of the programs of the newest installed version; undefined if none is installed. */
export function postgresPrograms(): string | undefined {
  const [newest] = existsSync(packages) ? readdirSync(packages).sort((a, b) => Number(b) - Number(a)) : [];
  return newest === undefined ? undefined : path.join(packages, newest, 'bin');
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** Settings for tests without a simulated power failure: the operating system keeps everything that a process has written. */
export const withoutDisk: readonly string[] = ['fsync=off', 'full_page_writes=off'];

/** @param settings of its configuration, as `name=value` @throws when it is not installed */
export function startPostgres(settings?: readonly string[]) {
  return serveNew(
    (data, programs) => [path.join(programs, 'initdb'), '-N', '-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    settings,
  );
}

/** Starts a server on a copy of a data directory that another server has left behind (`leave`). */
export function startCopy(directory: string, settings?: readonly string[]) {
  return serveNew((data) => ['cp', '-R', '-p', directory, data], settings);
}

/** Starts a streaming replica of this server. */
export function startReplica({ url }: PostgresServer, settings?: readonly string[]) {
  return serveNew(
    (data, programs) => [path.join(programs, 'pg_basebackup'), '-D', data, '-d', url, '-R', '-X', 'stream', '-c', 'fast'],
    settings,
  );
}

/** @param createCommand the program that creates a data directory, and its arguments */
async function serveNew(
  createCommand: (data: string, programs: string) => readonly [string, ...string[]],
  settings: readonly string[] = [],
) {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed (Debian: postgresql)');
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  const user = accountForServer();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const [program, ...args] = createCommand(data, programs);
  // Copied files already belong to the account of the server, which may not have access to their source.
  execFileSync(program, args, { ...(program === 'cp' ? {} : user), cwd: folder, stdio: 'ignore' });
  const url = `postgres://tester@localhost/postgres?host=${encodeURIComponent(folder)}`;

  async function start() {
    const server = spawn(
      path.join(programs ?? '', 'postgres'),
      [
        ...['-D', data, '-k', folder],
        ...['listen_addresses=', 'max_connections=200', 'shared_buffers=128MB', ...settings].flatMap((setting) => ['-c', setting]),
      ],
      { ...user, cwd: folder, stdio: 'ignore' },
    );
    for (let isAnswering = false; !isAnswering;) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
      const client = new pg.Client({ connectionString: url });
      isAnswering = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      if (!isAnswering) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return server;
  }
  let childProcess = await start();
  /** @param signal SIGINT: fast, clean shutdown; SIGQUIT: like a crash */
  async function stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT') {
    const exit = once(childProcess, 'exit');
    childProcess.kill(signal);
    await exit;
  }
  async function end() {
    if (childProcess.exitCode === null && childProcess.signalCode === null) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    url,
    stop,
    restart: async () => {
      childProcess = await start();
    },
    end,
    /** Stops the server and keeps its data directory under this path. */
    async leave(directory: string) {
      await stop();
      renameSync(data, directory);
      await end();
    },
  };
}

/** Restores a dump (`pg_dump -Fc`) on a server that lacks the roles that it names. @returns the output of pg_restore */
export function restore(dump: string, url: string): string {
  return spawnSync(path.join(postgresPrograms() ?? '', 'pg_restore'), ['--no-owner', '-d', url, dump], { encoding: 'utf8' }).stderr;
}

/** PostgreSQL and PgBouncer refuse to run as root; Debian's package creates an account for them. */
export function accountForServer(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
