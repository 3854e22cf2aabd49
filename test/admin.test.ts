/** Tests the operator's command. The tests depend on each other and use one installation, because each start of a database takes long. */
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
/** The installation to export from, on the engine of the suite, and an embedded installation to import into. */
const sourceEnv: Record<string, string> = { ...common, DATA_DIR: inFolder('here'), ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
const targetEnv: Record<string, string> = { ...common, DATA_DIR: inFolder('there') };

/** @returns the expected result for an error: one line on standard error, nothing on standard output */
const errorResult = (code: number, line: string) => ({ code, out: '', err: [expect.stringContaining(line)] });

test('exit code 2 and one line for wrong usage, and no database is opened', async () => {
  const wrongCases: [line: string, ...args: string[]][] = [
    ['a command is missing'],
    ['there is no command "organization delete"', 'organization', 'delete'],
    ['--owner-email is missing', 'organization', 'create', '--name', 'Acme'],
    ["Unknown option '--nmae'", 'organization', 'create', '--nmae', 'Acme'],
    [
      '--scopes contains scopes that the key of an owner cannot have: risk:fly, invitation:read, finding:create',
      'key',
      'create',
      '--organization',
      'org_1',
      '--owner',
      'a@example.com',
      '--scopes',
      'risk:read,risk:fly,invitation:read,finding:create',
    ],
    ['--expires-in is not a duration', 'key', 'create', '--organization', 'org_1', '--owner', 'a@example.com', '--expires-in', '3 weeks'],
    ['exactly one of --key-id and --key is required', 'key', 'revoke'],
  ];
  await Promise.all(
    wrongCases.map(async ([line, ...args]) => expect(await admin(sourceEnv, ...args), line).toMatchObject(errorResult(2, line))),
  );
  expect(existsSync(inFolder('here'))).toBe(false);
});
test('exit code 1 and one line for invalid settings', async () => {
  expect(await admin({ ...sourceEnv, PORT: 'x', RATE_LIMIT: '-1' }, 'organization', 'list')).toMatchObject(
    errorResult(1, 'from 0 to 65535, not "x"; RATE_LIMIT must be'),
  );
});
test('exit code 0 for help, which names every command', async () => {
  const { code, out } = await admin(sourceEnv, 'help');
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

test('migrate --check exits with 3 and lists pending migrations without applying them, or exits with 0 if none are pending', async () => {
  const migrations = readdirSync('server/platform/database/migrations').sort();
  const check = { code: databaseUrl ? 0 : 3, body: { pending: databaseUrl ? [] : migrations } };
  expect(await admin({ ...sourceEnv, MIGRATE: '0' }, 'migrate', '--check')).toMatchObject(check);
  // The check has not applied the migrations.
  expect(await admin({ ...sourceEnv, MIGRATE: '0' }, 'migrate', '--check')).toMatchObject(check);
});
test('exit code 0 for migrate, which lists the applied migrations', async () => {
  const {
    code,
    body: { applied },
  } = await admin({ ...sourceEnv, MIGRATE: '0' }, 'migrate');
  expect([code, applied]).toEqual([0, databaseUrl ? [] : readdirSync('server/platform/database/migrations').sort()]);
  expect(await admin({ ...sourceEnv, MIGRATE: '0' }, 'migrate', '--check')).toMatchObject({ code: 0, body: { pending: [] } });
});
test('exit code 0: organization create creates an owner or uses the existing account; organization list shows both', async () => {
  acme = (
    await admin(
      sourceEnv,
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
  const { body: otherOrganization } = await admin(sourceEnv, 'organization', 'create', '--name', 'Other', '--owner-email', email);
  expect(acme).toEqual({
    organizationId: expect.stringMatching(/^org_/),
    ownerUserId: expect.stringMatching(/^usr_/),
    ownerMemberId: expect.stringMatching(/^mem_/),
    apiKey: expect.stringMatching(/^cak_[0-9a-f]{64}$/),
  });
  expect(otherOrganization.ownerUserId).toBe(acme.ownerUserId);
  const { organizations } = (await admin(sourceEnv, 'organization', 'list')).body;
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
      expect.objectContaining({ id: otherOrganization.organizationId, name: 'Other', members: 1, owners: [email] }),
    ]),
  );
});
test('exit code 0: a key is created with scopes and an expiration, listed without its hash, and revoked by key and again by id', async () => {
  const reader = (
    await admin(
      sourceEnv,
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
  for (const keyReference of [
    ['--key', reader.apiKey],
    ['--key-id', reader.id],
  ]) {
    expect(await admin(sourceEnv, 'key', 'revoke', ...keyReference)).toMatchObject({ code: 0, body: { id: reader.id, isActive: false } });
  }
  const { keys } = (await admin(sourceEnv, 'key', 'list', '--organization', acme.organizationId)).body;
  expect(keys).toMatchObject([
    { name: 'Reader', isActive: false, createdByMemberId: acme.ownerMemberId },
    { name: 'Owner', isActive: true, createdByMemberId: acme.ownerMemberId, scopes: ownerScopes, expiresAt: null },
  ]);
  expect(JSON.stringify(keys)).not.toContain('hash');
});
test('exit code 1 for an unknown organization, which the error names, and no file is created', async () => {
  expect(await admin(sourceEnv, 'export', '--organization', 'org_1', '--out', inFolder('none'))).toMatchObject(
    errorResult(1, 'there is no organization org_1'),
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
});
test('exit code 0: key and session work on the server, and the audit log has the actions of the operator', async () => {
  const session = (await admin(sourceEnv, 'session', 'create', '--email', email, '--hours', '2')).body;
  expect(session).toMatchObject({ userId: acme.ownerUserId });
  expect(Math.abs(Date.parse(session.expiresAt) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
  const server = await startServer(configFrom(sourceEnv));
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
  const { data: adoptedFrameworks } = (await call(server.url, 'GET', '/v1/frameworks', { key: acme.apiKey })).body;
  expect(adoptedFrameworks).toMatchObject([{ framework: { name: 'GDPR' } }]);
  frameworkControls = `/v1/frameworks/${adoptedFrameworks[0].id}/controls`;
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
  // An operator can create a session while the server runs, and sees the notifications of the member.
  const { body: createdSession } = await admin(sourceEnv, 'session', 'create', '--email', email);
  expect(
    await call(server.url, 'GET', '/v1/notifications', {
      bearer: createdSession.token,
      headers: { 'X-Organization-Id': acme.organizationId },
    }),
  ).toMatchObject({ status: 200, body: { data: [] } });
  // Only one process can use the embedded database.
  if (!databaseUrl)
    expect(await admin(sourceEnv, 'organization', 'list')).toMatchObject(errorResult(1, `in use by another process (pid ${process.pid})`));
  await server.close();
});
test('exit code 0: an invitation is accepted once', async () => {
  const { code, body } = await admin(sourceEnv, 'invitation', 'accept', '--invitation', invitation);
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
    expect(await admin(sourceEnv, 'invitation', 'accept', '--invitation', id)).toMatchObject(
      errorResult(
        1,
        `there is no invitation ${id} that can be accepted: it must be pending, and its sender an active member who may give these roles`,
      ),
    );
});
test('exit code 0: a changed address is confirmed with the token from the e-mail, and then identifies the account', async () => {
  const database = await openConfigured(configFrom(sourceEnv));
  const mail = await database.system
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', `new.${email}`)
    .where('text', 'like', '%/confirm-email/%')
    .executeTakeFirstOrThrow();
  await database.close();
  const [, token = ''] = /\/confirm-email\/(\S+)/.exec(mail.text) ?? [];
  const { code, body } = await admin(sourceEnv, 'member', 'confirm-email', '--token', token);
  expect([code, body]).toEqual([
    0,
    {
      organizationId: acme.organizationId,
      memberId: expect.stringMatching(/^mem_/),
      userId: expect.stringMatching(/^usr_/),
      email: `new.${email}`,
    },
  ]);
  expect((await admin(sourceEnv, 'session', 'create', '--email', `new.${email}`)).body).toMatchObject({ userId: body.userId });
  const errorLine = 'the link is invalid or has expired, or the address or the roles have changed since it was sent';
  for (const badToken of [`${token}x`, 'nothing', token.replace(/^mem_\w+/, newId('mem'))])
    expect(await admin(sourceEnv, 'member', 'confirm-email', '--token', badToken)).toMatchObject(errorResult(1, errorLine));
});
test('exit code 0: export writes the same lines to a file and to standard output', async () => {
  await (await portsFrom(configFrom(sourceEnv))).files.put(`${acme.organizationId}/logo/1-logo.png`, Buffer.alloc(500_000, 'logo'));
  await (await portsFrom(configFrom(sourceEnv))).files.put(`${acme.organizationId}/logo/2-empty.png`, Buffer.alloc(0));
  const { body } = await admin(sourceEnv, 'export', '--organization', acme.organizationId, '--out', inFolder('acme.ndjson'));
  expect(body).toEqual({
    organizationId: acme.organizationId,
    file: inFolder('acme.ndjson'),
    rows: expect.any(Number),
    files: 2,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(
    (await admin(sourceEnv, 'export', '--organization', acme.organizationId)).out === readFileSync(inFolder('acme.ndjson'), 'utf8'),
  ).toBe(true);
});
test('exit code 1: import rejects a truncated or changed file, another schema, or a known organization, and leaves no files', async () => {
  const completeExport = readFileSync(inFolder('acme.ndjson'), 'utf8');
  const expectRejection = async (env: Record<string, string>, text: string, line: string) => {
    writeFileSync(inFolder('unfit.ndjson'), text);
    expect(await admin(env, 'import', '--in', inFolder('unfit.ndjson'))).toMatchObject(errorResult(1, line));
  };
  await expectRejection(
    targetEnv,
    completeExport.slice(0, completeExport.lastIndexOf('\n', completeExport.length - 2) + 1),
    'its last line is missing',
  );
  await expectRejection(targetEnv, completeExport.replace('Laptop theft', 'Laptop loss'), 'the file was changed or is damaged');
  await expectRejection(targetEnv, completeExport.replace('0001_foundation.sql', '0001_other.sql'), 'the schemas differ');
  await expectRejection(sourceEnv, completeExport, `the organization ${acme.organizationId} already exists`);
  const leftFiles = readdirSync(inFolder('there/files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(leftFiles).toEqual([]);
});
test('exit code 0: import restores everything: an export has the same lines, the key works, and the audit log is intact', async () => {
  const {
    body: { rows, files },
    err,
  } = await admin({ ...targetEnv, SECRET: 'not the secret of the other installation' }, 'import', '--in', inFolder('acme.ndjson'));
  expect(err).toEqual([expect.stringContaining('warning: SECRET is not the one of the exporting installation')]);
  expect([rows, files]).toEqual([readFileSync(inFolder('acme.ndjson'), 'utf8').split('{"table":').length - 1, 2]);
  expect(await admin(targetEnv, 'export', '--organization', acme.organizationId)).toMatchObject(
    errorResult(1, 'SECRET is not the one that this database was written with'),
  );
  await admin(
    { ...targetEnv, FORMER_SECRETS: 'not the secret of the other installation' },
    'export',
    '--organization',
    acme.organizationId,
    '--out',
    inFolder('again.ndjson'),
  );
  expect(readFileSync(inFolder('again.ndjson')).equals(readFileSync(inFolder('acme.ndjson')))).toBe(true);

  const server = await startServer(configFrom(targetEnv));
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
test('exit code 0: a file of an older version is imported into a new database, which is then migrated', async () => {
  const lines = readFileSync(inFolder('acme.ndjson'), 'utf8').split('\n').slice(0, -2);
  const older = `${lines.join('\n').replace(',"0009_requests.sql"', '')}\n`;
  expect(older).not.toContain('idempotent_answer');
  const end = {
    rows: lines.filter((line) => line.startsWith('{"table":')).length,
    files: 2,
    sha256: createHash('sha256').update(older).digest('hex'),
  };
  writeFileSync(inFolder('older.ndjson'), `${older}${JSON.stringify(end)}\n`);
  const freshEnv = { ...targetEnv, DATA_DIR: inFolder('fresh') };
  expect(await admin(freshEnv, 'import', '--in', inFolder('older.ndjson'))).toMatchObject({ code: 0, err: [], body: { rows: end.rows } });
  expect((await admin(freshEnv, 'migrate')).body).toEqual({ applied: [] });
  expect((await admin(freshEnv, 'organization', 'list')).body.organizations).toMatchObject([{ id: acme.organizationId }]);
});
if (databaseUrl)
  test('exit code 0: an import back into PostgreSQL has the same lines', async () => {
    const database = await openDatabase({ databaseUrl });
    await database.system.deleteFrom('organization').where('id', '=', acme.organizationId).execute();
    expect(await admin(sourceEnv, 'import', '--in', inFolder('again.ndjson'))).toMatchObject({ code: 0, err: [] });
    await admin(sourceEnv, 'export', '--organization', acme.organizationId, '--out', inFolder('back.ndjson'));
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

  const readTable = async () => {
    const entries = [];
    for (const table of await findArchivedTables(db))
      for await (const entry of readRows(db, table, organizationId)) if ('table' in entry) entries.push(entry);
    return entries;
  };
  const rowsBefore = await readTable();
  const template = Array.from({ length: 8 }, () => 'offboarding_template_item');
  expect(rowsBefore.map(({ table }) => table)).toEqual([
    'organization',
    'audit_head',
    ...template,
    'a_book',
    'a_book',
    'a_book',
    'b_chapter',
  ]);
  await db.deleteFrom('organization').where('id', '=', organizationId).execute();
  const writer = new RowWriter(db, await findArchivedTables(db), organizationId);
  for (const { table, json } of rowsBefore) await writer.add({ table, row: JSON.parse(json) });
  await writer.finish();
  expect(await readTable()).toEqual(rowsBefore);

  // An account is identified by its e-mail address, and its id must be unique.
  const sharedEmail = `twice.${email}`;
  const knownUserId = newId('usr');
  await db.insertInto('user_account').values({ id: knownUserId, name: 'Known', email: sharedEmail }).execute();
  const otherWriter = new RowWriter(db, await findArchivedTables(db), newId('org'));
  await otherWriter.add({ table: 'user_account', row: { id: newId('usr'), name: 'Other', email: sharedEmail } });
  await expect(otherWriter.finish()).rejects.toThrow(
    `an account with the e-mail ${sharedEmail} exists here under another id, ${knownUserId}`,
  );
  await db.rollback().execute();
  await database.close();
});
