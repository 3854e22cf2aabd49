/**
 * Tests `audit verify` like an auditor, who has a log, checkpoints from outside of the database, and a public key. The tests depend on each
 * other and use one installation, because each start of a database takes long.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { configFrom } from '#platform/config';
import { openConfigured } from '#start/open';
import { startServer } from '#start/server';
import { checkpointKeysFrom } from '#platform/ports/checkpoint-keys';
import { call } from './support/app.ts';
import { type Line, sealedText } from './support/audit.ts';
import { compiled } from './support/compiled.ts';
import { ownDatabaseUrl } from './support/own-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'admin-audit-'));
afterAll(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string) => path.join(folder, name);
const files = {
  log: inFolder('log.ndjson'),
  anchor: inFolder('anchor.ndjson'),
  page: inFolder('page.json'),
  key: inFolder('key.pem'),
  otherKey: inFolder('other.pem'),
  archive: inFolder('archive.ndjson'),
  changed: inFolder('changed.ndjson'),
};

const common = {
  ...compiled,
  LOG_LEVEL: 'silent',
  DEMO: '0',
  PORT: '0',
  RATE_LIMIT: '0',
  AUDIT_CHECKPOINT_ENTRIES: '3',
  PATH: process.env.PATH ?? '',
};
/**
 * The first installation, on the engine of the suite. It has its own database, because a database has only one SECRET, which signs the
 * audit logs of all its organizations.
 */
const sourceEnv: Record<string, string> = {
  ...common,
  SECRET: 'the secret that signs the checkpoints here',
  AUDIT_ANCHOR: `file://${files.anchor}`,
  DATA_DIR: inFolder('here'),
};
/** The installation that the organization moves to, with an embedded database. */
const targetEnv: Record<string, string> = { ...common, SECRET: 'the secret of the place to move to, another', DATA_DIR: inFolder('there') };
const makeDatabase = ownDatabaseUrl(inject('template'));
beforeAll(async () => {
  Object.assign(sourceEnv, await makeDatabase());
});
/** The environment of an auditor who has only files and no database. */
const auditorEnv = { ...compiled, PATH: common.PATH, DATA_DIR: inFolder('nowhere') };

function admin(
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<{ code: number; body: ReturnType<typeof JSON.parse>; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['server/admin/main.ts', ...args], { env, maxBuffer: 10_000_000 }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, body: out === '' ? undefined : JSON.parse(out), err }),
    );
    child.stdin?.end();
  });
}
const uncoveredReport = (firstSequence: number, lastSequence: number) =>
  firstSequence > lastSequence
    ? ''
    : firstSequence === lastSequence
      ? `no checkpoint covers entry ${lastSequence}\n`
      : `no checkpoint covers the entries ${firstSequence} to ${lastSequence}\n`;
const intactReport = (headSequence: number, checkpoints: number, coveredSequence: number) => ({
  code: 0,
  err: uncoveredReport(coveredSequence + 1, headSequence),
  body: { organizationId, intact: true, headSequence, checkpoints, coveredSequence },
});
const brokenReport = (sequence: number, fault: string) => ({
  code: 1,
  body: undefined,
  err: expect.stringMatching(new RegExp(`^the audit log of ${organizationId} is broken at entry ${sequence} \\(${fault}\\): .*\n$`)),
});
const verifyOffline = (...args: readonly string[]) => admin(auditorEnv, 'audit', 'verify', '--public-key', files.key, ...args);

let organizationId: string;
let apiKey: string;

/** Writes entries until there are `entryCount` entries, and waits until `checkpointCount` checkpoints are anchored. */
async function growLog(entryCount: number, checkpointCount: number) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = await startServer(configFrom(sourceEnv));
  const ask = (url: string) => call(server.url, 'GET', `/v1/audit-logs${url}`, { key: apiKey });
  try {
    for (let { headSequence } = (await ask('/verification')).body; headSequence < entryCount; headSequence += 1) {
      expect(
        (
          await call(server.url, 'POST', '/v1/risks', {
            key: apiKey,
            body: { title: 'Löss of pöwer', description: 'It happens.', category: 'technology' },
          })
        ).status,
      ).toBe(201);
    }
    await expect
      .poll(
        async () => {
          vi.advanceTimersByTime(30_000);
          const { data } = (await ask('/checkpoints')).body;
          return data.filter(({ anchoredAt }: { anchoredAt: string | null }) => anchoredAt !== null).length;
        },
        { timeout: 60_000 },
      )
      .toBe(checkpointCount);
    writeFileSync(files.log, (await ask('/export')).text);
    writeFileSync(files.page, (await ask('/checkpoints')).text);
    writeFileSync(files.key, (await ask('/checkpoint-keys')).body.data[0].publicKey);
  } finally {
    vi.useRealTimers();
    await server.close();
  }
}

test('the service signs the log while it runs, and writes the checkpoints outside of the database', async () => {
  ({ organizationId, apiKey } = (
    await admin(
      sourceEnv,
      'organization',
      'create',
      '--name',
      'Acme',
      '--owner-email',
      `olive@${path.basename(folder).toLowerCase()}.example.com`,
    )
  ).body);
  await growLog(5, 1);
  await growLog(9, 2);
  writeFileSync(files.otherKey, checkpointKeysFrom('a secret that somebody else has made up', []).current.publicKey);
  expect((await admin(sourceEnv, 'export', '--organization', organizationId, '--out', files.archive)).code).toBe(0);
  expect(
    readFileSync(files.anchor, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).sequence),
  ).toEqual([5, 9]);
}, 300_000);
test('exit code 2 and one line for wrong usage', async () => {
  const wrongCases = [
    [[], 'exactly one of --organization and --in is required'],
    [['--organization', organizationId, '--in', files.log], 'exactly one of --organization and --in is required'],
    [['--in', files.log], '--public-key is required with --in'],
  ] as const;
  await Promise.all(
    wrongCases.map(async ([args, line]) =>
      expect(await admin(auditorEnv, 'audit', 'verify', ...args)).toMatchObject({ code: 2, err: `${line}\n` }),
    ),
  );
}, 300_000);
test('exit code 1 for invalid files, which the error names', async () => {
  writeFileSync(files.changed, '{"a":1}\n');
  const wrongCases = [
    [['--in', inFolder('none')], 'a file could not be read: ENOENT'],
    [['--in', files.changed], 'is not an export of an audit log: line 1 is not an entry'],
    [['--in', files.key], 'is not an export of an audit log'],
    [['--in', files.log, '--checkpoints', files.key], `contains no checkpoint of ${organizationId}`],
    [['--in', files.log, '--public-key', files.log], 'contains no Ed25519 public key in PEM form'],
  ] as const;
  await Promise.all(
    wrongCases.map(async ([args, line]) =>
      expect(await verifyOffline(...args)).toMatchObject({ code: 1, err: expect.stringContaining(line) }),
    ),
  );
}, 300_000);
test('exit code 0 for an unchanged log, in the database and in both kinds of export, with checkpoints from any source', async () => {
  expect(await admin(sourceEnv, 'audit', 'verify', '--organization', organizationId, '--checkpoints', files.anchor)).toEqual(
    intactReport(9, 2, 9),
  );
  expect(await verifyOffline('--in', files.archive)).toEqual(intactReport(9, 2, 9));
  for (const checkpoints of [files.anchor, files.page])
    expect(await verifyOffline('--in', files.log, '--checkpoints', checkpoints)).toEqual(intactReport(9, 2, 9));
}, 300_000);
test('exit code 0 for the log with another number of partitions', async () => {
  expect(await admin(sourceEnv, 'audit', 'partition', '--partitions', '3')).toEqual({
    code: 0,
    err: '',
    body: { before: 16, partitions: 3 },
  });
  expect(await admin(sourceEnv, 'audit', 'verify', '--organization', organizationId)).toEqual(intactReport(9, 2, 9));
}, 300_000);
test('exit code 2 for an export of the log without checkpoints, which anybody could truncate or seal again', async () => {
  for (const forge of [
    (entries: Line[]) => entries,
    (entries: Line[]) => entries.slice(0, 4),
    (entries: Line[]) => sealConsistently(entries.slice(1)),
  ]) {
    writeFileSync(
      files.changed,
      forge(lines())
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    expect(await verifyOffline('--in', files.changed)).toEqual({
      code: 2,
      body: undefined,
      err: '--checkpoints is required with --in for a file from GET /v1/audit-logs/export, which contains no checkpoints\n',
    });
  }
}, 300_000);
test('exit code 0, and the report names entries after the last checkpoint', async () => {
  const [first] = readFileSync(files.anchor, 'utf8').split('\n');
  writeFileSync(files.changed, `${first}\n`);
  expect(await verifyOffline('--in', files.log, '--checkpoints', files.changed)).toEqual({
    ...intactReport(9, 1, 5),
    err: 'no checkpoint covers the entries 6 to 9\n',
  });
  const log = inFolder('shorter.ndjson');
  writeFileSync(
    log,
    lines()
      .slice(0, 6)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  expect(await verifyOffline('--in', log, '--checkpoints', files.changed)).toEqual({
    ...intactReport(6, 1, 5),
    err: 'no checkpoint covers entry 6\n',
  });
}, 300_000);
test('exit code 1 with a key that did not sign the checkpoints', async () => {
  for (const args of [
    ['--in', files.archive],
    ['--in', files.log, '--checkpoints', files.anchor],
  ])
    expect(await verifyOffline(...args, '--public-key', files.otherKey)).toEqual(brokenReport(5, 'key_unknown'));
}, 300_000);

const lines = (): Line[] =>
  readFileSync(files.log, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
/** Numbers, links and seals entries consistently, as a forger could. */
function sealConsistently(entries: readonly Line[]): Line[] {
  let previousHash: string | null = null;
  return entries.map((entry, index) => {
    const unsealed = { ...entry, sequence: index + 1, previousHash };
    previousHash = createHash('sha256').update(sealedText(unsealed)).digest('hex');
    return { ...unsealed, hash: previousHash };
  });
}
test.each<[string, (entries: Line[]) => Line[], number, string]>([
  ['the tail is cut off', (entries) => entries.slice(0, 7), 8, 'entry_missing'],
  ['the tail is cut off at a checkpoint', (entries) => entries.slice(0, 5), 6, 'entry_missing'],
  [
    'an entry is written anew, and all behind it sealed again',
    (entries) => sealConsistently(entries.map((entry) => (entry.sequence === 7 ? { ...entry, description: 'Nothing' } : entry))),
    9,
    'checkpoint_differs',
  ],
  [
    'an entry is taken out, and all behind it sealed again',
    (entries) => sealConsistently(entries.filter(({ sequence }) => sequence !== 2)),
    5,
    'checkpoint_differs',
  ],
  [
    'two entries are swapped',
    (entries) => entries.map((entry) => ({ ...entry, sequence: entry.sequence === 3 ? 4 : entry.sequence === 4 ? 3 : entry.sequence })),
    3,
    'entry_changed',
  ],
  ['an entry is taken out of the middle', (entries) => entries.filter(({ sequence }) => sequence !== 6), 6, 'entry_missing'],
  ['an entry stands there twice', (entries) => [...entries, ...entries.slice(2, 3)], 4, 'entry_changed'],
])(
  'exit code 1 for an export of the log where %s',
  async (_what, forge, sequence, fault) => {
    writeFileSync(
      files.changed,
      forge(lines())
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    expect(await verifyOffline('--in', files.changed, '--checkpoints', files.anchor)).toEqual(brokenReport(sequence, fault));
  },
  300_000,
);

/** @returns an export of the organization without some rows and with an earlier head, whose last line claims that it is complete */
function archiveWithout(isRemoved: (table: string, sequence: number) => boolean, head: number): string {
  const keptLines = readFileSync(files.archive, 'utf8')
    .split('\n')
    .slice(0, -2)
    .flatMap((line) => {
      const entry = JSON.parse(line);
      if (!('table' in entry)) return [line];
      if (isRemoved(entry.table, Number(entry.row.sequence))) return [];
      if (entry.table !== 'audit_head') return [line];
      return [JSON.stringify({ ...entry, row: { ...entry.row, sequence: String(head), hash: lines()[head - 1]?.hash } })];
    });
  const text = keptLines.map((line) => `${line}\n`).join('');
  const count = (word: string) => keptLines.filter((line) => line.startsWith(`{"${word}":`)).length;
  return `${text}${JSON.stringify({ rows: count('table'), files: count('file'), sha256: createHash('sha256').update(text).digest('hex') })}\n`;
}
test('exit code 1 for an export without its last entries and checkpoints, which only the anchored checkpoints show', async () => {
  writeFileSync(
    files.changed,
    archiveWithout((table, sequence) => table === 'audit_entry' && sequence > 7, 7),
  );
  expect(await verifyOffline('--in', files.changed)).toEqual(brokenReport(8, 'entry_missing'));
  writeFileSync(
    files.changed,
    archiveWithout((table, sequence) => ['audit_entry', 'audit_checkpoint'].includes(table) && sequence > 7, 7),
  );
  expect(await verifyOffline('--in', files.changed)).toEqual(intactReport(7, 1, 5));
  expect(await verifyOffline('--in', files.changed, '--checkpoints', files.anchor)).toEqual(brokenReport(8, 'entry_missing'));
}, 300_000);
test('exit code 0 for an organization that moved, with the key of the first installation or its secret as a former secret', async () => {
  expect((await admin(targetEnv, 'import', '--in', files.archive)).code).toBe(0);
  const verify = (env: Record<string, string>, ...args: readonly string[]) =>
    admin(env, 'audit', 'verify', '--organization', organizationId, ...args);
  expect(await verify(targetEnv)).toEqual(brokenReport(5, 'key_unknown'));
  expect(await verify(targetEnv, '--public-key', files.key, '--checkpoints', files.anchor)).toEqual(intactReport(9, 2, 9));
  expect(await verify({ ...targetEnv, FORMER_SECRETS: sourceEnv.SECRET ?? '' })).toEqual(intactReport(9, 2, 9));
}, 300_000);
test('exit code 1 for a database without its last entries and checkpoints, even after it was extended and signed again', async () => {
  const verify = (...args: readonly string[]) => admin(sourceEnv, 'audit', 'verify', '--organization', organizationId, ...args);
  const database = await openConfigured(configFrom(sourceEnv));
  for (const table of ['audit_entry', 'audit_checkpoint'] as const)
    await database.system.deleteFrom(table).where('organization_id', '=', organizationId).where('sequence', '>', 7).execute();
  await database.system
    .updateTable('audit_head')
    .set({ sequence: 7, hash: lines()[6]?.hash ?? null })
    .where('organization_id', '=', organizationId)
    .execute();
  await database.close();
  expect(await verify()).toEqual(intactReport(7, 1, 5));
  expect(await verify('--checkpoints', files.anchor)).toEqual(brokenReport(8, 'entry_missing'));
  await growLog(12, 2);
  expect(await verify()).toEqual(intactReport(12, 2, 12));
  expect(await verify('--checkpoints', files.anchor)).toEqual(brokenReport(9, 'checkpoint_differs'));
}, 300_000);
