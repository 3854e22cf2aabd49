/** Tests the files for installations with compose, Kubernetes and systemd. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configFrom } from '#platform/config';
import { openDatabase } from '#platform/database/open';
import { isPgbouncerInstalled } from '../support/pgbouncer.ts';
import { accountForServer, postgresPrograms, startPostgres } from '../support/postgres.ts';

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const { shutdownTimeout } = configFrom({});
/** Maximum time from SIGTERM to the end of the process, in seconds. */
const maxStopSeconds = shutdownTimeout / 1000 + 5;

interface Service {
  readonly restart: string;
  readonly stop_grace_period: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck: { readonly test: readonly string[]; readonly start_period: string };
}

describe('compose.yaml', () => {
  const { services }: { services: Readonly<Record<'database' | 'service', Service>> } = parse(readFileSync('compose.yaml', 'utf8'));

  test('restarts ended services, and gives them enough time to stop', () => {
    for (const { restart, stop_grace_period } of Object.values(services)) {
      expect(restart).toBe('unless-stopped');
      expect(parseInt(stop_grace_period)).toBeGreaterThan(maxStopSeconds);
    }
    expect(services.database.healthcheck).toMatchObject({
      test: expect.arrayContaining(['pg_isready', '-h', '127.0.0.1']),
      start_period: expect.stringMatching(/^\d+s$/),
    });
  });
  test('contains no password in the database URL, and requires the password and the secret as variables', () => {
    const { DATABASE_URL, PGPASSWORD, SECRET } = services.service.environment;
    expect([DATABASE_URL, PGPASSWORD, SECRET]).toEqual([
      'postgres://compliance@database:5432/compliance',
      expect.stringContaining('${DATABASE_PASSWORD:?'),
      expect.stringContaining('${SECRET:?'),
    ]);
  });
  test.runIf(isInstalled)('a password with @, / and # opens the database', async () => {
    const { postgres, folder } = await startWithPassword();
    try {
      const databaseUrl = `postgres://compliance@localhost/compliance?host=${encodeURIComponent(folder)}`;
      await expect(openDatabase({ databaseUrl })).rejects.toThrow();
      process.env.PGPASSWORD = password;
      const database = await openDatabase({ databaseUrl });
      await database.close();
    } finally {
      delete process.env.PGPASSWORD;
      await postgres.end();
    }
  });
});

const isInstalled = postgresPrograms() !== undefined;
const password = `p@ss/w#rd:100%&?"'`;
/** Starts a PostgreSQL server with the database and the login of compose.yaml, which requires the password. */
async function startWithPassword() {
  const postgres = await startPostgres();
  const folder = new URL(postgres.url).searchParams.get('host') ?? '';
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create role compliance login createrole password ${pg.escapeLiteral(password)}`);
  await client.query('create database compliance owner compliance');
  writeFileSync(path.join(folder, 'data', 'pg_hba.conf'), 'local all compliance scram-sha-256\nlocal all all trust\n');
  await client.query('select pg_reload_conf()');
  await client.end();
  return { postgres, folder };
}

interface Cluster {
  readonly services: Readonly<Record<'service', Service & { readonly deploy: { readonly replicas: number }; readonly ports: unknown }>> &
    Readonly<Record<'balancer' | 'pooler', Service & { readonly command: readonly string[] }>>;
  readonly configs: Readonly<Record<'balancer' | 'pooler', { readonly content: string }>>;
}

describe('compose.cluster.yaml', () => {
  /** Compose removes values with this tag from the previous file. */
  const resetTag = { tag: '!reset', collection: 'seq', resolve: () => 'reset' } as const;
  const { services, configs }: Cluster = parse(readFileSync('compose.cluster.yaml', 'utf8'), { customTags: [resetTag] });

  test('has two servers that only the load balancer reaches, and that reach the database only through the pooler', () => {
    const { deploy, environment, ports } = services.service;
    expect([deploy.replicas, ports]).toEqual([2, 'reset']);
    const plainEnvironment = Object.entries(environment).map(([name, value]) => [name, String(value).replace(/^\$\{\w+:-(.*)\}$/, '$1')]);
    expect(configFrom({ ...Object.fromEntries(plainEnvironment), SECRET: 'a secret of at least 32 characters' })).toMatchObject({
      databaseUrl: 'postgres://compliance@pooler:6432/compliance?pgbouncer=true',
      databaseReadUrls: undefined,
      trustProxy: 1,
    });
    for (const { restart } of [services.balancer, services.pooler]) expect(restart).toBe('unless-stopped');
  });
  test('the load balancer checks whether servers are ready, and closes idle connections before they do', () => {
    const { content } = configs.balancer;
    expect(content).toContain('option httpchk GET /readyz\n');
    const keepAliveSeconds = Number(/timeout http-keep-alive (\d+)s/.exec(content)?.[1]);
    expect(keepAliveSeconds * 1000).toBeLessThan(configFrom({}).keepAliveTimeout);
  });
  test.runIf(isInstalled && isPgbouncerInstalled)('the pooler accepts a password with @, / and #, and rejects another one', async () => {
    const { postgres, folder } = await startWithPassword();
    const [shell = '', option = '', script = ''] = services.pooler.command;
    const settings = path.join(folder, 'pooler.ini');
    const users = path.join(folder, 'users.txt');
    writeFileSync(
      settings,
      `${configs.pooler.content.replace('host=database', `host=${folder}`).replace('listen_addr = *', `unix_socket_dir = ${folder}`).replace('/tmp/users.txt', users)}`,
    );
    const program = script.replaceAll('$$', '$').replace('/tmp/users.txt', users).replace('/etc/pooler.ini', settings);
    const pooler = spawn(shell, [option, program], {
      ...accountForServer(),
      env: { PATH: `/usr/sbin:${process.env.PATH}`, DATABASE_PASSWORD: password },
      stdio: 'ignore',
    });
    const databaseUrl = `postgres://compliance@localhost:6432/compliance?host=${encodeURIComponent(folder)}&pgbouncer=true`;
    try {
      process.env.PGPASSWORD = password;
      await expect.poll(() => openDatabase({ databaseUrl }).then((database) => database.close())).toBeUndefined();
      process.env.PGPASSWORD = 'another one';
      await expect(openDatabase({ databaseUrl })).rejects.toThrow(/password|SASL/);
    } finally {
      delete process.env.PGPASSWORD;
      pooler.kill('SIGINT');
      if (pooler.exitCode === null) await once(pooler, 'exit');
      await postgres.end();
    }
  });
});

interface Kind {
  new (document: object): { validate(): void };
}
interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly securityContext: object;
  readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[];
  readonly volumeMounts: readonly { readonly mountPath: string }[];
}
interface Template {
  readonly spec: {
    readonly securityContext: object;
    readonly terminationGracePeriodSeconds?: number;
    readonly containers: readonly [Container];
  };
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly minAvailable?: number;
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly template: Template & { readonly metadata: { readonly labels: Readonly<Record<string, string>> } };
  };
}

describe('scripts/deploy/kubernetes', () => {
  const folder = 'scripts/deploy/kubernetes';
  const manifests = readdirSync(folder).flatMap((name) =>
    parseAllDocuments(readFileSync(path.join(folder, name), 'utf8')).map((document): Manifest => document.toJS()),
  );
  const find = (kind: string): Manifest => {
    const foundManifest = manifests.find((one) => one.kind === kind);
    if (!foundManifest) throw new Error(`there is no ${kind}`);
    return foundManifest;
  };
  const load = createRequire(import.meta.url);
  /** Validates a manifest with the schema of its kind. */
  const validate = (manifest: Manifest) => {
    const group = manifest.apiVersion;
    const kinds: Readonly<Record<string, Kind>> = load(`kubernetes-models/${group}`);
    const Model = kinds[manifest.kind];
    if (!Model) throw new Error(`no schema of ${manifest.apiVersion} ${manifest.kind}`);
    new Model(manifest).validate();
  };

  test('is valid for Kubernetes, and the validation detects an invalid manifest', () => {
    expect(manifests.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'Job',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'Service',
    ]);
    for (const manifest of manifests) expect(() => validate(manifest), manifest.kind).not.toThrow();
    const deployment = find('Deployment');
    expect(() => validate({ ...deployment, spec: { ...deployment.spec, replicas: JSON.parse('"two"') } })).toThrow();
  });
  test('has two replicas of which one always serves, and a job that migrates the schema', () => {
    const { spec } = find('Deployment');
    expect(spec.replicas).toBe(2);
    expect(find('PodDisruptionBudget').spec.minAvailable).toBe(1);
    for (const kind of ['Service', 'PodDisruptionBudget']) {
      const { selector = {} } = find(kind).spec;
      expect(spec.template.metadata.labels, kind).toMatchObject(selector['matchLabels'] ?? selector);
    }
    expect(find('Job').spec.template.spec.containers[0].command).toEqual(['node', 'dist/server/admin/main.js', 'migrate']);
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(maxStopSeconds + 5);
  });
  test('runs as an unprivileged user on a read-only file system, with the probes of the service', () => {
    for (const kind of ['Deployment', 'Job']) {
      const { securityContext, containers } = find(kind).spec.template.spec;
      const [container] = containers;
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.image).toBe(`compliance-automation-api:${version}`);
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
      expect(container.envFrom.map((source) => Object.values(source)[0]?.name)).toEqual([
        find('ConfigMap').metadata.name,
        'compliance-automation-api',
      ]);
    }
    const [server] = find('Deployment').spec.template.spec.containers;
    expect(server).toMatchObject({
      startupProbe: { httpGet: { path: '/healthz' } },
      readinessProbe: { httpGet: { path: '/readyz' } },
      livenessProbe: { httpGet: { path: '/healthz' } },
    });
  });
  test('sets only settings that the service has', () => {
    expect(() => configFrom({ ...find('ConfigMap').data, SECRET: 'a secret of at least 32 characters' })).not.toThrow();
  });
});

describe('the systemd unit', () => {
  const unit = 'scripts/deploy/compliance-automation-api.service';
  const text = readFileSync(unit, 'utf8');

  test('gives the service time to stop, and restarts it after a failure', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(maxStopSeconds);
    for (const line of ['Restart=on-failure', 'DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes'])
      expect(text).toContain(line);
    const { bin }: { bin: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(text).toContain(`node_modules/compliance-automation-api/${bin['compliance-automation-api']}\n`);
  });
  test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)('is valid for systemd', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path.resolve(unit)], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('scripts/start.cjs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'old-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** Runs the script as if this Node.js had another version. */
  const startWithVersion = (node: string) => {
    const preload = path.join(folder, 'old.cjs');
    writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });`);
    return spawnSync(process.execPath, ['-r', preload, 'scripts/start.cjs', 'server/admin/main', 'help'], { encoding: 'utf8' });
  };

  test.each(['8.17.0', '18.20.4', '20.19.0', '22.12.0'])('reports in one line that Node.js %s is too old', (node) => {
    expect(startWithVersion(node)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `Node.js 22.13 or newer is required, and this is ${node}\n`,
    });
  });
  test('reports in one line that the source requires a newer Node.js', () => {
    // Versions before 22.18 behave like this by default.
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--no-experimental-strip-types', 'scripts/start.cjs', 'server/admin/main', 'help'],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Node\.js 24\.18 or newer is required to start from source, .*\n$/)]);
  });
  test('starts the requested program', () => {
    expect(execFileSync(process.execPath, ['scripts/start.cjs', 'server/admin/main', 'help'], { encoding: 'utf8' })).toContain('backup');
    const { status, stderr } = spawnSync(process.execPath, ['scripts/start.cjs', 'server/admin/main', 'fly'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, 'there is no command "fly"; "help" lists the commands\n']);
  });
});
