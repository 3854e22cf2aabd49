/** The operator's command, run as the operator runs it. The tests follow each other on one installation, because each start of a database takes its time. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { readRows } from '#admin/archive/read-rows';
import { findArchivedTables } from '#admin/archive/tables';
import { RowWriter } from '#admin/archive/write-rows';
import { catalogueId } from '#domain/catalogue/ids';
import { configFrom } from '#platform/config';
import { openDatabase } from '#platform/database/open';
import { newId } from '#platform/database/ids';
import { ownerScopes } from '#platform/identity/roles';
import { portsFrom } from '#platform/ports/index';
import { openConfigured } from '#start/open';
import { startServer } from '#start/server';
import { admin } from './support/admin.ts';
import { call, openTestDatabase } from './support/app.ts';
import { databaseUrl } from './support/engine.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'admin-'));
afterAll(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string) => path.join(folder, name);

const common = {
  LOG_LEVEL: 'fatal',
  DEMO: '0',
  PORT: '0',
  RATE_LIMIT: '0',
  SECRET: 'the same of all servers on one database',
  PATH: process.env.PATH ?? '',
};
/** The engine of the suite, and an embedded database to move to. */
const here: Record<string, string> = { ...common, DATA_DIR: inFolder('here'), ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
const there: Record<string, string> = { ...common, DATA_DIR: inFolder('there') };

/** One line on standard error, nothing on standard output. */
const refused = (code: number, line: string) => ({ code, out: '', err: [expect.stringContaining(line)] });

test('2: wrong usage is said in one line, and nothing is opened', async () => {
  const wrong: [line: string, ...args: string[]][] = [
    ['a command is missing'],
    ['there is no command "organization delete"', 'organization', 'delete'],
    ['--owner-email is missing', 'organization', 'create', '--name', 'Acme'],
    ["Unknown option '--nmae'", 'organization', 'create', '--nmae', 'Acme'],
    [
      '--scopes contains scopes that the key of an owner cannot have: risk:fly, team:read, finding:create',
      'key',
      'create',
      '--organization',
      'org_1',
      '--owner',
      'a@example.com',
      '--scopes',
      'risk:read,risk:fly,team:read,finding:create',
    ],
    ['--expires-in is not a duration', 'key', 'create', '--organization', 'org_1', '--owner', 'a@example.com', '--expires-in', '3 weeks'],
    ['exactly one of --key-id and --key is required', 'key', 'revoke'],
  ];
  await Promise.all(wrong.map(async ([line, ...args]) => expect(await admin(here, ...args), line).toMatchObject(refused(2, line))));
  expect(existsSync(inFolder('here'))).toBe(false);
});
test('1: settings that are wrong are said in one line', async () => {
  expect(await admin({ ...here, PORT: 'x', RATE_LIMIT: '-1' }, 'organization', 'list')).toMatchObject(
    refused(1, 'from 0 to 65535, not "x"; RATE_LIMIT must be'),
  );
});
test('0: help names every command', async () => {
  const { code, out } = await admin(here, 'help');
  expect(code).toBe(0);
  for (const name of [
    'organization create --name',
    'organization list',
    'key create --organization',
    'key revoke',
    'key list',
    'session create',
    'invitation accept',
    'member confirm-email',
    'migrate',
    'audit partition [--partitions NUMBER]',
    'secret replace',
    'backup [--out FILE]',
    'backup verify [--in FILE]',
    'restore [--in FILE]',
    'export --organization',
    'import',
    'help',
  ])
    expect(out).toContain(`\n  ${name}`);
});

const email = `olive@${path.basename(folder).toLowerCase()}.example.com`;
let acme: { organizationId: string; ownerUserId: string; ownerMemberId: string; apiKey: string };
let risks: unknown;
let frameworkControls: string;
let controls: unknown;
let invitation: string;

test('3 of migrate --check where migrations are to come, which it lists and does not apply; 0 where there are none', async () => {
  const all = readdirSync('server/platform/database/migrations').sort();
  const check = { code: databaseUrl ? 0 : 3, body: { pending: databaseUrl ? [] : all } };
  expect(await admin({ ...here, MIGRATE: '0' }, 'migrate', '--check')).toMatchObject(check);
  // Looking changed nothing.
  expect(await admin({ ...here, MIGRATE: '0' }, 'migrate', '--check')).toMatchObject(check);
});
test('0: migrate says what it applied', async () => {
  const {
    code,
    body: { applied },
  } = await admin({ ...here, MIGRATE: '0' }, 'migrate');
  expect([code, applied]).toEqual([0, databaseUrl ? [] : readdirSync('server/platform/database/migrations').sort()]);
  expect(await admin({ ...here, MIGRATE: '0' }, 'migrate', '--check')).toMatchObject({ code: 0, body: { pending: [] } });
});
test('0: organization create makes an owner or takes the known account; organization list shows both', async () => {
  acme = (
    await admin(
      here,
      'organization',
      'create',
      '--name',
      'Acme',
      '--owner-email',
      email.replace('olive', 'Olive'),
      '--owner-name',
      'Olive Owner',
    )
  ).body;
  const { body: other } = await admin(here, 'organization', 'create', '--name', 'Other', '--owner-email', email);
  expect(acme).toEqual({
    organizationId: expect.stringMatching(/^org_/),
    ownerUserId: expect.stringMatching(/^usr_/),
    ownerMemberId: expect.stringMatching(/^mem_/),
    apiKey: expect.stringMatching(/^cak_[0-9a-f]{64}$/),
  });
  expect(other.ownerUserId).toBe(acme.ownerUserId);
  const { organizations } = (await admin(here, 'organization', 'list')).body;
  expect(organizations).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: acme.organizationId,
        name: 'Acme',
        slug: expect.stringMatching(/^slug_/),
        hasAccess: true,
        members: 1,
        owners: [email],
        createdAt: expect.stringMatching(/Z$/),
      }),
      expect.objectContaining({ id: other.organizationId, name: 'Other', members: 1, owners: [email] }),
    ]),
  );
});
test('0: a key is made with some scopes for some time, listed without its hash, revoked by itself or its id, and that twice', async () => {
  const reader = (
    await admin(
      here,
      'key',
      'create',
      '--organization',
      acme.organizationId,
      '--owner',
      email,
      '--name',
      'Reader',
      '--scopes',
      'risk:read',
      '--expires-in',
      '90d',
    )
  ).body;
  expect(reader).toEqual({
    id: expect.stringMatching(/^apk_/),
    apiKey: expect.stringMatching(/^cak_/),
    scopes: ['risk:read'],
    expiresAt: expect.any(String),
    ownerMemberId: acme.ownerMemberId,
  });
  expect(Math.abs(Date.parse(reader.expiresAt) - Date.now() - 90 * 86_400_000)).toBeLessThan(60_000);
  for (const which of [
    ['--key', reader.apiKey],
    ['--key-id', reader.id],
  ]) {
    expect(await admin(here, 'key', 'revoke', ...which)).toMatchObject({ code: 0, body: { id: reader.id, isActive: false } });
  }
  const { keys } = (await admin(here, 'key', 'list', '--organization', acme.organizationId)).body;
  expect(keys).toMatchObject([
    { name: 'Reader', isActive: false, createdByMemberId: acme.ownerMemberId },
    { name: 'Owner', isActive: true, createdByMemberId: acme.ownerMemberId, scopes: ownerScopes, expiresAt: null },
  ]);
  expect(JSON.stringify(keys)).not.toContain('hash');
});
test('1: an organization that is not there is named, and no file is made for it', async () => {
  expect(await admin(here, 'export', '--organization', 'org_1', '--out', inFolder('none'))).toMatchObject(
    refused(1, 'there is no organization org_1'),
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
});
test('0: key and session work on the server, and the log says what the operator did', async () => {
  const session = (await admin(here, 'session', 'create', '--email', email, '--hours', '2')).body;
  expect(session).toMatchObject({ userId: acme.ownerUserId });
  expect(Math.abs(Date.parse(session.expiresAt) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
  const server = await startServer(configFrom(here));
  for (const title of ['Laptop theft', 'Line\u2028feed "\\n"', 'Löss of pöwer']) {
    expect(
      (
        await call(server.url, 'POST', '/v1/risks', {
          key: acme.apiKey,
          body: { title, description: 'It happens.', category: 'technology' },
        })
      ).status,
    ).toBe(201);
  }
  expect(
    (await call(server.url, 'POST', '/v1/frameworks', { key: acme.apiKey, body: { frameworkIds: [catalogueId('framework', 'gdpr')] } }))
      .status,
  ).toBe(201);
  const { data: adopted } = (await call(server.url, 'GET', '/v1/frameworks', { key: acme.apiKey })).body;
  expect(adopted).toMatchObject([{ framework: { name: 'GDPR' } }]);
  frameworkControls = `/v1/frameworks/${adopted[0].id}/controls`;
  controls = (await call(server.url, 'GET', frameworkControls, { key: acme.apiKey })).body;
  risks = (await call(server.url, 'GET', '/v1/risks', { bearer: session.token, headers: { 'x-organization-id': acme.organizationId } }))
    .body;
  expect(risks).toMatchObject({ data: { length: 3 } });
  const { data: entries } = (await call(server.url, 'GET', '/v1/audit-logs?limit=100', { key: acme.apiKey })).body;
  entries.sort((one: { sequence: number }, other: { sequence: number }) => one.sequence - other.sequence);
  expect(entries.slice(0, 5).map(({ description }: Record<string, unknown>) => description)).toEqual([
    'Created organization',
    'Added member',
    'Created API key',
    'Created API key',
    'Revoked API key',
  ]);
  expect(entries[0]).toMatchObject({
    userId: null,
    user: null,
    entityType: 'organization',
    entityId: acme.organizationId,
    data: { source: 'operator', changes: { name: { previous: null, current: 'Acme' } } },
  });
  expect(entries[3].data.changes).toMatchObject({
    name: { current: 'Reader' },
    scopes: { current: ['risk:read'] },
    key: { current: '[REDACTED]' },
  });
  await call(server.url, 'POST', '/v1/people/invite', {
    bearer: session.token,
    headers: { 'x-organization-id': acme.organizationId },
    body: { invites: [{ email: `tom.${email}`, roles: ['auditor'] }] },
  });
  invitation = (await call(server.url, 'GET', '/v1/auth/invitations', { key: acme.apiKey })).body.data[0].id;
  await call(server.url, 'POST', '/v1/people/invite', {
    key: acme.apiKey,
    body: { invites: [{ email: `ida.${email}`, roles: ['employee'] }] },
  });
  const [ida] = (await call(server.url, 'GET', `/v1/people?search=ida.${email}`, { key: acme.apiKey })).body.data;
  await call(server.url, 'PATCH', `/v1/people/${ida.id}`, { key: acme.apiKey, body: { email: `new.${email}` } });
  // Whoever tries the service makes a session while it runs, and is told what they were told.
  const { body: made } = await admin(here, 'session', 'create', '--email', email);
  expect(
    await call(server.url, 'GET', '/v1/notifications', {
      bearer: made.token,
      headers: { 'X-Organization-Id': acme.organizationId },
    }),
  ).toMatchObject({ status: 200, body: { data: [] } });
  // The embedded database is one process's alone.
  if (!databaseUrl)
    expect(await admin(here, 'organization', 'list')).toMatchObject(refused(1, `in use by another process (pid ${process.pid})`));
  await server.close();
});
test('0: an invitation is accepted once', async () => {
  const { code, body } = await admin(here, 'invitation', 'accept', '--invitation', invitation);
  expect([code, body]).toEqual([
    0,
    {
      organizationId: acme.organizationId,
      memberId: expect.stringMatching(/^mem_/),
      userId: expect.stringMatching(/^usr_/),
      email: `tom.${email}`,
      roles: ['auditor'],
    },
  ]);
  for (const id of [invitation, newId('inv')])
    expect(await admin(here, 'invitation', 'accept', '--invitation', id)).toMatchObject(
      refused(
        1,
        `there is no invitation ${id} that can be accepted: it must be pending, and its sender an active member who may give these roles`,
      ),
    );
});
test('0: a changed address is confirmed with what was mailed there, and the log says so', async () => {
  const database = await openConfigured(configFrom(here));
  const mail = await database.system
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', `new.${email}`)
    .where('text', 'like', '%/confirm-email/%')
    .executeTakeFirstOrThrow();
  await database.close();
  const [, token = ''] = /\/confirm-email\/(\S+)/.exec(mail.text) ?? [];
  const { code, body } = await admin(here, 'member', 'confirm-email', '--token', token);
  expect([code, body]).toEqual([
    0,
    {
      organizationId: acme.organizationId,
      memberId: expect.stringMatching(/^mem_/),
      userId: expect.stringMatching(/^usr_/),
      email: `new.${email}`,
    },
  ]);
  expect((await admin(here, 'session', 'create', '--email', `new.${email}`)).body).toMatchObject({ userId: body.userId });
  const refusal = 'the link is invalid or has expired, or the address or the roles have changed since it was sent';
  for (const bad of [`${token}x`, 'nothing', token.replace(/^mem_\w+/, newId('mem'))])
    expect(await admin(here, 'member', 'confirm-email', '--token', bad)).toMatchObject(refused(1, refusal));
});
test('0: export writes the same lines to a file and to standard output', async () => {
  await (await portsFrom(configFrom(here))).files.put(`${acme.organizationId}/logo/1-logo.png`, Buffer.alloc(500_000, 'logo'));
  await (await portsFrom(configFrom(here))).files.put(`${acme.organizationId}/logo/2-empty.png`, Buffer.alloc(0));
  const { body } = await admin(here, 'export', '--organization', acme.organizationId, '--out', inFolder('acme.ndjson'));
  expect(body).toEqual({
    organizationId: acme.organizationId,
    file: inFolder('acme.ndjson'),
    rows: expect.any(Number),
    files: 2,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await admin(here, 'export', '--organization', acme.organizationId)).out === readFileSync(inFolder('acme.ndjson'), 'utf8')).toBe(
    true,
  );
});
test('1: import refuses a file that is cut off, changed, of another schema, or already there, and leaves nothing', async () => {
  const whole = readFileSync(inFolder('acme.ndjson'), 'utf8');
  const refuses = async (env: Record<string, string>, text: string, line: string) => {
    writeFileSync(inFolder('unfit.ndjson'), text);
    expect(await admin(env, 'import', '--in', inFolder('unfit.ndjson'))).toMatchObject(refused(1, line));
  };
  await refuses(there, whole.slice(0, whole.lastIndexOf('\n', whole.length - 2) + 1), 'its last line is missing');
  await refuses(there, whole.replace('Laptop theft', 'Laptop loss'), 'the file was changed or is damaged');
  await refuses(there, whole.replace('0001_foundation.sql', '0001_other.sql'), 'the schemas differ');
  await refuses(here, whole, `the organization ${acme.organizationId} already exists`);
  const left = readdirSync(inFolder('there/files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left).toEqual([]);
});
test('0: import brings everything over: the same lines again, the key works, the chain is whole', async () => {
  const {
    body: { rows, files },
    err,
  } = await admin({ ...there, SECRET: 'not the secret of the other installation' }, 'import', '--in', inFolder('acme.ndjson'));
  expect(err).toEqual([expect.stringContaining('warning: SECRET is not the one of the exporting installation')]);
  expect([rows, files]).toEqual([readFileSync(inFolder('acme.ndjson'), 'utf8').split('{"table":').length - 1, 2]);
  expect(await admin(there, 'export', '--organization', acme.organizationId)).toMatchObject(
    refused(1, 'SECRET is not the one that this database was written with'),
  );
  await admin(
    { ...there, FORMER_SECRETS: 'not the secret of the other installation' },
    'export',
    '--organization',
    acme.organizationId,
    '--out',
    inFolder('again.ndjson'),
  );
  expect(readFileSync(inFolder('again.ndjson')).equals(readFileSync(inFolder('acme.ndjson')))).toBe(true);

  const server = await startServer(configFrom(there));
  const ask = (url: string) => call(server.url, 'GET', url, { key: acme.apiKey });
  expect((await ask('/v1/risks')).body).toEqual(risks);
  expect((await ask(frameworkControls)).body).toEqual(controls);
  expect((await ask('/v1/audit-logs/verification')).body).toMatchObject({ intact: true, headSequence: 14 });
  expect(
    (
      await call(server.url, 'POST', '/v1/risks', {
        key: acme.apiKey,
        body: { title: 'Next', description: 'Goes on.', category: 'technology' },
      })
    ).status,
  ).toBe(201);
  expect((await ask('/v1/audit-logs/verification')).body).toMatchObject({ intact: true, headSequence: 15 });
  await server.close();
});
test('0: a file of an older version is imported into a new database, which is then brought up to date', async () => {
  const lines = readFileSync(inFolder('acme.ndjson'), 'utf8').split('\n').slice(0, -2);
  const older = `${lines.join('\n').replace(',"0009_requests.sql"', '')}\n`;
  expect(older).not.toContain('idempotent_answer');
  const end = {
    rows: lines.filter((line) => line.startsWith('{"table":')).length,
    files: 2,
    sha256: createHash('sha256').update(older).digest('hex'),
  };
  writeFileSync(inFolder('older.ndjson'), `${older}${JSON.stringify(end)}\n`);
  const fresh = { ...there, DATA_DIR: inFolder('fresh') };
  expect(await admin(fresh, 'import', '--in', inFolder('older.ndjson'))).toMatchObject({ code: 0, err: [], body: { rows: end.rows } });
  expect((await admin(fresh, 'migrate')).body).toEqual({ applied: [] });
  expect((await admin(fresh, 'organization', 'list')).body.organizations).toMatchObject([{ id: acme.organizationId }]);
});
if (databaseUrl)
  test('0: and back into PostgreSQL: the same lines', async () => {
    const database = await openDatabase({ databaseUrl });
    await database.system.deleteFrom('organization').where('id', '=', acme.organizationId).execute();
    expect(await admin(here, 'import', '--in', inFolder('again.ndjson'))).toMatchObject({ code: 0, err: [] });
    await admin(here, 'export', '--organization', acme.organizationId, '--out', inFolder('back.ndjson'));
    expect(readFileSync(inFolder('back.ndjson')).equals(readFileSync(inFolder('acme.ndjson')))).toBe(true);
    await database.close();
  });
test('rows that refer to each other in a circle, or to rows of their own table, are written as they were read; an account with a known e-mail and another id is refused', async () => {
  const database = await openTestDatabase();
  const db = await database.system.startTransaction().execute();
  const run = (text: string) => sql.raw(text).execute(db);
  for (const table of ['a_book', 'b_chapter'])
    await run(`create table ${table} (id text primary key, parent_id text, first_id text, book_id text, notes jsonb)`);
  for (const table of ['a_book', 'b_chapter']) await run(`call tenant_table('${table}')`);
  await run(
    'alter table a_book add foreign key (organization_id, parent_id) references a_book (organization_id, id), add foreign key (organization_id, first_id) references b_chapter (organization_id, id)',
  );
  await run(
    'alter table b_chapter alter book_id set not null, add foreign key (organization_id, book_id) references a_book (organization_id, id)',
  );
  const organizationId = newId('org');
  await db.insertInto('organization').values({ id: organizationId, name: 'Books' }).execute();
  await run(`select set_config('app.organization_id', '${organizationId}', true)`);
  await run(
    `insert into a_book (id, parent_id, notes) values ('1', '9', null), ('9', null, 'null'), ('5', '1', '{"n": 1.50, "big": 12345678901234567890}')`,
  );
  await run(`insert into b_chapter (id, book_id) values ('2', '1')`);
  await run(`update a_book set first_id = '2' where id = '1'`);

  const read = async () => {
    const entries = [];
    for (const table of await findArchivedTables(db))
      for await (const entry of readRows(db, table, organizationId)) if ('table' in entry) entries.push(entry);
    return entries;
  };
  const before = await read();
  const template = Array.from({ length: 8 }, () => 'offboarding_template_item');
  expect(before.map(({ table }) => table)).toEqual(['organization', 'audit_head', ...template, 'a_book', 'a_book', 'a_book', 'b_chapter']);
  await db.deleteFrom('organization').where('id', '=', organizationId).execute();
  const writer = new RowWriter(db, await findArchivedTables(db), organizationId);
  for (const { table, json } of before) await writer.add({ table, row: JSON.parse(json) });
  await writer.finish();
  expect(await read()).toEqual(before);

  // An account is known by its e-mail address, and its id is not to be had twice.
  const twice = `twice.${email}`;
  const known = newId('usr');
  await db.insertInto('user_account').values({ id: known, name: 'Known', email: twice }).execute();
  const other = new RowWriter(db, await findArchivedTables(db), newId('org'));
  await other.add({ table: 'user_account', row: { id: newId('usr'), name: 'Other', email: twice } });
  await expect(other.finish()).rejects.toThrow(`an account with the e-mail ${twice} exists here under another id, ${known}`);
  await db.rollback().execute();
  await database.close();
});
