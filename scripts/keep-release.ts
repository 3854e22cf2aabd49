/**
 * Stores data as users of a release have it, for the upgrade tests: a data directory, a PostgreSQL dump and an export, all with the
 * demonstration organization, and the hashes of the release's migrations, which must not change from then on. Run it with each release:
 *
 *     node scripts/keep-release.ts [folder]
 *
 * @param folder a checkout of the release with its packages installed; this one by default
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { postgresPrograms, startPostgres } from '../test/support/postgres.ts';

const checkout = path.resolve(process.argv[2] ?? '.');
const { version }: { version: string } = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8'));
const releaseFolder = path.resolve('test/fixtures/released', version);
const workFolder = mkdtempSync(path.join(tmpdir(), 'release-'));
const inWork = (name: string) => path.join(workFolder, name);
mkdirSync(releaseFolder, { recursive: true });

/** The tests use the same key (test/support/released.ts) and also ignore the rest of the environment. */
const apiKey = `cak_${'ab'.repeat(32)}`;
const env = { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'fatal', BOOTSTRAP_API_KEY: apiKey, DATA_DIR: inWork('data') };
function admin(extraEnv: Readonly<Record<string, string>>, ...args: string[]): string {
  return execFileSync(process.execPath, ['server/admin/main.ts', ...args], {
    cwd: checkout,
    env: { ...env, ...extraEnv },
    encoding: 'utf8',
  });
}

const server = spawn(process.execPath, ['server/main.ts'], { cwd: checkout, env, stdio: ['ignore', 'pipe', 'inherit'] });
await once(server.stdout, 'data'); // its address, printed once the demonstration is loaded
server.kill('SIGTERM');
await once(server, 'exit');

// The large window of Brotli covers repetitions that gzip misses: a data directory consists mostly of repetitions of the same page.
const largeWindow = { params: { [constants.BROTLI_PARAM_LARGE_WINDOW]: 1, [constants.BROTLI_PARAM_LGWIN]: 26 } };
const store = (name: string, content: Uint8Array) => writeFileSync(path.join(releaseFolder, name), content);
store('data.tar.br', brotliCompressSync(execFileSync('tar', ['-cf', '-', '-C', workFolder, 'data'], { maxBuffer: 2 ** 30 }), largeWindow));

const {
  organizations: [organization],
}: { organizations: { id: string }[] } = JSON.parse(admin({}, 'organization', 'list'));
if (!organization) throw new Error('the demonstration is missing');
admin({}, 'export', '--organization', organization.id, '--out', inWork('export.ndjson'));
store('export.ndjson.br', brotliCompressSync(readFileSync(inWork('export.ndjson'))));

const postgres = await startPostgres();
admin({ DATABASE_URL: postgres.url }, 'import', '--in', inWork('export.ndjson'));
store('database.dump', execFileSync(path.join(postgresPrograms() ?? '', 'pg_dump'), ['-Fc', postgres.url], { maxBuffer: 2 ** 30 }));
await postgres.end();

const migrations = path.join(checkout, 'server/platform/database/migrations');
const hashOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(path.join(migrations, name)))
    .digest('hex');
const hashes = readdirSync(migrations)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => [name, hashOf(name)]);
store('migrations.json', Buffer.from(`${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`));
rmSync(workFolder, { recursive: true });
