/** Storing, replacing and testing the credentials of connections. */
import { describe, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { connectionPath, connect, connectList, people, expectRequestError } from '../../support/integrations.ts';
import { readLog } from '../../support/log.ts';
import { directory, standIn } from '../../support/stand-in.ts';

const app = startApp();
const invalid = (details: object) => ({ status: 400, body: { success: false, error: 'Validation failed', details } });
const versionsOf = (id: string) =>
  app.database.system.selectFrom('integration_credential').selectAll().where('connection_id', '=', id).orderBy('version').execute();

describe('stored credentials', () => {
  test('each value is encrypted separately, bound to its connection and field, and only the newest five versions are kept', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({}));
    const connection = await connect(call, 'http-json', { baseUrl: server.url, Authorization: 'secret-number-0' });
    for (let n = 1; n <= 6; n += 1)
      expect(
        await call('PUT', connectionPath(connection.id, '/credentials'), {
          body: { credentials: { Authorization: `secret-number-${n}` } },
        }),
      ).toMatchObject({ status: 200 });
    const versions = await versionsOf(connection.id);
    expect(versions.map(({ version, rotated_at }) => [version, rotated_at === null])).toEqual([
      [3, false],
      [4, false],
      [5, false],
      [6, false],
      [7, true],
    ]);
    const stored = JSON.stringify(versions);
    expect(stored).not.toMatch(/secret-number|127\.0\.0\.1/);
    const { encrypted, iv, tag, salt } = Object(versions[0]?.sealed).Authorization;
    expect([encrypted, iv, tag, salt].map((part) => Buffer.from(part, 'base64').length)).toEqual(['secret-number-0'.length, 12, 16, 16]);
    expect(server.asked.at(-1)?.headers.authorization).toBe('Bearer secret-number-6');
  });
});

describe('replaceIntegrationCredentials', () => {
  test('200 merges the sent credentials into the stored credentials; an empty text removes a credential', async () => {
    const { call, organization } = await app.caller();
    const server = await standIn(({ headers }) => ({ status: headers.authorization === 'Bearer old' ? 401 : 200 }));
    const { id } = await connect(call, 'http-json', { baseUrl: server.url, Authorization: 'new' });
    expect(await call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { Authorization: '' } } })).toMatchObject({
      status: 200,
      body: { status: 'active' },
    });
    expect(server.asked.at(-1)?.headers.authorization).toBeUndefined();
    expect((await readLog(app.database, organization.id)).at(-1)).toMatchObject({
      entityId: id,
      action: 'Replaced credentials of integration',
      changes: { credentials: { previous: '[REDACTED]', current: '[REDACTED]' } },
    });
    await expectRequestError(
      call,
      'PUT',
      connectionPath(id, '/credentials'),
      { credentials: { Authorization: 'old' } },
      422,
      'Credential test failed: The address answered 401',
    );
    expect(await versionsOf(id)).toHaveLength(2);
  });
  test('200 reactivates a connection that is in error or disconnected, but never a paused connection', async () => {
    const { call } = await app.caller();
    const scim = await directory();
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    scim.state.secret = 'another';
    expect(await call('POST', connectionPath(id, '/test'))).toMatchObject({ status: 200, body: { ok: false } });
    expect((await call('GET', connectionPath(id))).body).toMatchObject({
      status: 'error',
      errorMessage: 'The token endpoint answered 401',
      nextSyncAt: null,
    });
    const replace = async () =>
      (await call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { clientSecret: 'another' } } })).body;
    expect(await replace()).toMatchObject({ status: 'active', errorMessage: null, nextSyncAt: expect.any(String) });
    await call('POST', connectionPath(id, '/pause'));
    expect(await replace()).toMatchObject({ status: 'paused', nextSyncAt: null });
    await call('POST', connectionPath(id, '/disconnect'));
    expect(await call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { clientSecret: 'another' } } })).toMatchObject(
      invalid({ 'credentials.clientId': { _errors: ['is required'] } }),
    );
    expect(
      await call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { ...scim.credentials, clientSecret: 'another' } } }),
    ).toMatchObject({ status: 200, body: { status: 'active' } });
  });
  test('400 for an unknown field', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    expect(await call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { csv: people, key: 'x' } } })).toMatchObject(
      invalid({ 'credentials.key': { _errors: ["Unknown field 'key'"] } }),
    );
  });
  test('409 when a new connection has replaced the disconnected connection', async () => {
    const { call } = await app.caller();
    const scim = await directory();
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    await call('POST', connectionPath(id, '/disconnect'));
    await connect(call, 'scim-directory', scim.credentials);
    await expectRequestError(
      call,
      'PUT',
      connectionPath(id, '/credentials'),
      { credentials: scim.credentials },
      409,
      'The provider is already connected',
    );
    expect((await call('GET', connectionPath(id))).body.status).toBe('disconnected');
  });
  test('200 when the stored credentials can no longer be read because the secret of the installation was lost', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    await app.database.system.updateTable('integration_credential').set({ key_id: 'unknown' }).where('connection_id', '=', id).execute();
    expect(await call('POST', connectionPath(id, '/test'))).toMatchObject({
      status: 200,
      body: { ok: false, message: 'The stored credentials cannot be read. Replace them.' },
    });
    expect(await call('PUT', connectionPath(id, '/credentials'), { body: { credentials: { csv: people } } })).toMatchObject({
      status: 200,
      body: { status: 'active' },
    });
    expect(await call('POST', connectionPath(id, '/test'))).toMatchObject({
      status: 200,
      body: { ok: true, message: 'The list has 2 people' },
    });
  });
});

describe('testIntegrationConnection', () => {
  test('200 returns the result, which sets the status, and the message of the provider without secrets', async () => {
    const { call, organization } = await app.caller();
    const scim = await directory();
    const { id } = await connect(call, 'scim-directory', scim.credentials);
    scim.state.refuse = { status: 500, text: `{"error":"token-1-of-the-directory is unknown","client_secret":"${scim.state.secret}"}` };
    const failed = await call('POST', connectionPath(id, '/test'));
    expect(failed.body).toMatchObject({
      ok: false,
      message: 'GET /Users answered 500',
      providerMessage: expect.stringContaining('REDACTED'),
    });
    expect(failed.text).not.toMatch(/s3cret|token-1-of/);
    expect((await call('GET', connectionPath(id))).body).toMatchObject({ status: 'error', errorMessage: 'GET /Users answered 500' });
    scim.state.refuse = undefined;
    expect((await call('POST', connectionPath(id, '/test'))).body).toEqual({ ok: true, message: 'The directory has 0 users' });
    expect((await call('GET', connectionPath(id))).body).toMatchObject({ status: 'active', errorMessage: null });
    expect((await readLog(app.database, organization.id)).slice(-2)).toMatchObject([
      { action: 'Tested integration', changes: { status: { previous: 'active', current: 'error' } } },
      { changes: { status: { previous: 'error', current: 'active' } } },
    ]);
  });
  test('200 keeps a paused connection paused', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    await call('POST', connectionPath(id, '/pause'));
    expect((await call('POST', connectionPath(id, '/test'))).body.ok).toBe(true);
    expect((await call('GET', connectionPath(id))).body.status).toBe('paused');
  });
  test('409 for a connection without credentials', async () => {
    const { call } = await app.caller();
    const { id } = await connectList(call);
    await call('POST', connectionPath(id, '/disconnect'));
    await expectRequestError(call, 'POST', connectionPath(id, '/test'), undefined, 409, 'Connection has no credentials');
  });
});
