/** The plans of installations: compose, Kubernetes and systemd. */
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
/** Seconds from SIGTERM to the end of the process, at most. */
const ending = shutdownTimeout / 1000 + 5;

interface Composed {
  readonly restart: string;
  readonly stop_grace_period: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck: { readonly test: readonly string[]; readonly start_period: string };
}

describe('compose.yaml', () => {
  const { services }: { services: Readonly<Record<'database' | 'service', Composed>> } = parse(readFileSync('compose.yaml', 'utf8'));

  test('starts again what ended, and lets it end', () => {
    for (const { restart, stop_grace_period } of Object.values(services)) {
      expect(restart).toBe('unless-stopped');
      expect(parseInt(stop_grace_period)).toBeGreaterThan(ending);
    }
    expect(services.database.healthcheck).toMatchObject({
      test: expect.arrayContaining(['pg_isready', '-h', '127.0.0.1']),
      start_period: expect.stringMatching(/^\d+s$/),
    });
  });
  test('sets what the service knows, and no password within an address', () => {
    const { DATABASE_URL, PGPASSWORD, SECRET } = services.service.environment;
    expect([DATABASE_URL, PGPASSWORD, SECRET]).toEqual([
      'postgres://compliance@database:5432/compliance',
      expect.stringContaining('${DATABASE_PASSWORD:?'),
      expect.stringContaining('${SECRET:?'),
    ]);
  });
  test.runIf(isInstalled)('a password with @, / and # opens the database', async () => {
    const { postgres, folder } = await startGuarded();
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
/** A server with the database and the login of compose.yaml, which asks for the password. */
async function startGuarded() {
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
  readonly services: Readonly<Record<'service', Composed & { readonly deploy: { readonly replicas: number }; readonly ports: unknown }>> &
    Readonly<Record<'balancer' | 'pooler', Composed & { readonly command: readonly string[] }>>;
  readonly configs: Readonly<Record<'balancer' | 'pooler', { readonly content: string }>>;
}

describe('compose.cluster.yaml', () => {
  /** Compose takes what has this tag away from the file before. */
  const reset = { tag: '!reset', collection: 'seq', resolve: () => 'reset' } as const;
  const { services, configs }: Cluster = parse(readFileSync('compose.cluster.yaml', 'utf8'), { customTags: [reset] });

  test('two servers, which the load balancer alone reaches, and which the pooler alone lets to the database', () => {
    const { deploy, environment, ports } = services.service;
    expect([deploy.replicas, ports]).toEqual([2, 'reset']);
    const plain = Object.entries(environment).map(([name, value]) => [name, String(value).replace(/^\$\{\w+:-(.*)\}$/, '$1')]);
    expect(configFrom({ ...Object.fromEntries(plain), SECRET: 'a secret of at least 32 characters' })).toMatchObject({
      databaseUrl: 'postgres://compliance@pooler:6432/compliance?pgbouncer=true',
      databaseReadUrls: undefined,
      trustProxy: 1,
    });
    for (const { restart } of [services.balancer, services.pooler]) expect(restart).toBe('unless-stopped');
  });
  test('the load balancer asks whether they are ready, and keeps connections for less long than they do', () => {
    const { content } = configs.balancer;
    expect(content).toContain('option httpchk GET /readyz\n');
    const kept = Number(/timeout http-keep-alive (\d+)s/.exec(content)?.[1]);
    expect(kept * 1000).toBeLessThan(configFrom({}).keepAliveTimeout);
  });
  test.runIf(isInstalled && isPgbouncerInstalled)('the pooler takes such a password, and lets nobody in without it', async () => {
    const { postgres, folder } = await startGuarded();
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
    const found = manifests.find((one) => one.kind === kind);
    if (!found) throw new Error(`there is no ${kind}`);
    return found;
  };
  const load = createRequire(import.meta.url);
  /** Checks it by the schema of its kind. */
  const validate = (manifest: Manifest) => {
    const group = manifest.apiVersion;
    const kinds: Readonly<Record<string, Kind>> = load(`kubernetes-models/${group}`);
    const Model = kinds[manifest.kind];
    if (!Model) throw new Error(`no schema of ${manifest.apiVersion} ${manifest.kind}`);
    new Model(manifest).validate();
  };

  test('is what Kubernetes takes, and a wrong one is noticed', () => {
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
  test('two replicas, of which one always serves, and a schema that a job migrates', () => {
    const { spec } = find('Deployment');
    expect(spec.replicas).toBe(2);
    expect(find('PodDisruptionBudget').spec.minAvailable).toBe(1);
    for (const kind of ['Service', 'PodDisruptionBudget']) {
      const { selector = {} } = find(kind).spec;
      expect(spec.template.metadata.labels, kind).toMatchObject(selector['matchLabels'] ?? selector);
    }
    expect(find('Job').spec.template.spec.containers[0].command).toEqual(['node', 'dist/server/admin/main.js', 'migrate']);
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(ending + 5);
  });
  test('runs as nobody in particular, on a file system that it cannot write to, with the probes of the service', () => {
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
      expect(container.envFrom.map((from) => Object.values(from)[0]?.name)).toEqual([
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
  test('its settings are settings of the service', () => {
    expect(() => configFrom({ ...find('ConfigMap').data, SECRET: 'a secret of at least 32 characters' })).not.toThrow();
  });
});

describe('the unit of systemd', () => {
  const unit = 'scripts/deploy/compliance-automation-api.service';
  const text = readFileSync(unit, 'utf8');

  test('lets the service end, and starts it again when it failed', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(ending);
    for (const line of ['Restart=on-failure', 'DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes'])
      expect(text).toContain(line);
    const { bin }: { bin: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(text).toContain(`node_modules/compliance-automation-api/${bin['compliance-automation-api']}\n`);
  });
  test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)('is what systemd takes', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path.resolve(unit)], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('scripts/start.cjs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'old-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** As if this Node.js were of another version. */
  const startOn = (node: string) => {
    const preload = path.join(folder, 'old.cjs');
    writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });`);
    return spawnSync(process.execPath, ['-r', preload, 'scripts/start.cjs', 'server/admin/main', 'help'], { encoding: 'utf8' });
  };

  test.each(['8.17.0', '18.20.4', '20.19.0', '22.12.0'])('says in one line that Node.js %s is too old', (node) => {
    expect(startOn(node)).toMatchObject({ status: 1, stdout: '', stderr: `Node.js 22.13 or newer is required, and this is ${node}\n` });
  });
  test('says in one line that the source takes a newer Node.js', () => {
    // As those up to 22.18 do by themselves.
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--no-experimental-strip-types', 'scripts/start.cjs', 'server/admin/main', 'help'],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Node\.js 24\.18 or newer is required to start from source, .*\n$/)]);
  });
  test('starts what it is asked for', () => {
    expect(execFileSync(process.execPath, ['scripts/start.cjs', 'server/admin/main', 'help'], { encoding: 'utf8' })).toContain('backup');
    const { status, stderr } = spawnSync(process.execPath, ['scripts/start.cjs', 'server/admin/main', 'fly'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, 'there is no command "fly"; "help" lists the commands\n']);
  });
});
