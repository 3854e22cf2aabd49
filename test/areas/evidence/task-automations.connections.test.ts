/** Automations that use connections, and the permissions for such automations (task-automations, rule 13). */
import { describe, expect, test } from 'vitest';
import { providers } from '#providers/providers/index';
import { startDueAutomations } from '#areas/evidence/task-automations/runs/schedule';
import { type Caller, startApp } from '../../support/app.ts';
import { addAutomation, allowHosts, automationsAt, fileOf, publish, run, withServer } from '../../support/automations.ts';
import { connect } from '../../support/integrations.ts';
import { newApiKey } from '../../support/organization.ts';
import { waitForWork } from '../../support/runs.ts';
import { storeConnection, storedSamplesOf } from '../../support/stored-connections.ts';

const app = startApp();
const taskScopes = ['task:create', 'task:read', 'task:update', 'task:delete', 'evidence:read'];
const scopesWithIntegrations = [...taskScopes, 'integration:read'];
const missingPermission = { status: 403, body: { error: expect.stringContaining('Missing permission') } };

type Call = Caller['call'];

/** Creates an organization with a connection, a task and an automation, and callers with keys that have certain scopes. */
async function withConnection() {
  const setup = await withServer(app, ({ headers }) => ({ json: { status: 'finding-canary', token: headers.authorization } }));
  const credentials = { baseUrl: setup.server.url, Authorization: 'conn3ction-s3cret' };
  const variables = { endpoint_path: '/health', json_path: 'status', json_operator: 'eq', json_value: 'other' };
  const connection = await connect(setup.call, 'http-json', credentials, { variables });
  await waitForWork(app.database, setup.organization.id);
  const callerWithScopes = async (scopes: readonly string[]) => {
    const { key, keyId } = await newApiKey(app.database, setup.organization.id, { scopes });
    const call: Call = (method, url, options = {}) => app.call(method, url, { key, ...options });
    return { call, keyId };
  };
  return {
    ...setup,
    connection,
    newCaller: callerWithScopes,
    tasksOnly: (await callerWithScopes(taskScopes)).call,
    ofCheck: {
      check: { connectionId: connection.id, checkId: 'endpoint-status' },
      extract: { titles: '$.results[*].title', evidence: '$.results[*].evidence' },
      criteria: [{ path: '/status', operator: 'equals', value: 'success' }],
    },
    withSecret: {
      request: { url: setup.server.url, headers: { Authorization: `Bearer {{secret:${connection.id}.Authorization}}` } },
      extract: { token: '/body/token' },
      criteria: [{ path: '/status', operator: 'equals', value: 200 }],
    },
  };
}

describe('a key without integration:read', () => {
  test('403 when the key publishes a check that uses a result or a secret, and 201 for any other check', async () => {
    const { tasksOnly, automation, ofCheck, withSecret, server } = await withConnection();
    expect(await publish(tasksOnly, automation, ofCheck)).toMatchObject(missingPermission);
    expect(await publish(tasksOnly, automation, withSecret)).toMatchObject(missingPermission);
    expect(await tasksOnly('GET', automationsAt(automation.taskId, `/${automation.id}/versions`))).toMatchObject({ body: { data: [] } });
    const plain = { request: { url: server.url }, criteria: [{ path: '/status', operator: 'exists' }] };
    expect(await publish(tasksOnly, automation, plain)).toMatchObject({ status: 201 });
    expect((await run(tasksOnly, automation)).found).toMatchObject({ status: 'completed', output: expect.anything() });
  });
  test.each(['ofCheck', 'withSecret'] as const)(
    '403 when the key runs the automation, changes its criteria or schedule, or reads a run (%s)',
    async (kind) => {
      const setup = await withConnection();
      const { call, tasksOnly, automation } = setup;
      expect(await publish(call, automation, setup[kind])).toMatchObject({ status: 201 });
      const automationUrl = automationsAt(automation.taskId, `/${automation.id}`);
      expect(await tasksOnly('POST', `${automationUrl}/runs`, { body: {} })).toMatchObject(missingPermission);
      for (const body of [{ evaluationCriteria: '/values exists' }, { scheduleFrequency: 'weekly' }, { isEnabled: true }])
        expect(await tasksOnly('PATCH', automationUrl, { body }), JSON.stringify(body)).toMatchObject(missingPermission);
      for (const body of [{ name: 'Another name' }, { isEnabled: false }])
        expect(await tasksOnly('PATCH', automationUrl, { body })).toMatchObject({ status: 200 });
      const { found } = await run(call, automation);
      expect(found.status).toBe('completed');
      expect(await tasksOnly('GET', `${automationUrl}/runs/${found.id}`)).toMatchObject(missingPermission);
      const answers = await Promise.all(
        [automationUrl, automationsAt(automation.taskId), `${automationUrl}/runs`, automationsAt(automation.taskId, '/runs')].map((url) =>
          tasksOnly('GET', url),
        ),
      );
      for (const { status, text } of answers) {
        expect(status).toBe(200);
        expect(text).not.toMatch(/canary|does not hold/);
      }
      expect(answers[2]?.body.data).toMatchObject([{ id: found.id, evaluationReason: null, error: null }]);
    },
  );
  test('200 for evidence without the results of integrations', async () => {
    const { call, newCaller, tasksOnly, automation, ofCheck } = await withConnection();
    await publish(call, automation, ofCheck);
    await run(call, automation);
    const evidence = `/v1/tasks/${automation.taskId}/evidence`;
    const reading = (await newCaller(scopesWithIntegrations)).call;
    expect((await reading('GET', evidence)).body.automations).toMatchObject([{ id: automation.id }]);
    expect((await tasksOnly('GET', evidence)).body.automations).toEqual([]);
  });
});

describe('the publisher of a version', () => {
  test('is authorized again for each run, including scheduled runs', async () => {
    const { call, newCaller, automation, ofCheck, withSecret, server } = await withConnection();
    const { call: publisher, keyId } = await newCaller(scopesWithIntegrations);
    for (const [index, check] of [ofCheck, withSecret].entries())
      expect(await publish(publisher, automation, check, index + 1)).toMatchObject({ status: 201 });
    expect((await run(call, automation)).found).toMatchObject({ status: 'completed' });
    await app.database.system.updateTable('api_key').set({ scopes: taskScopes }).where('id', '=', keyId).execute();
    const before = server.asked.length;
    for (const version of [1, 2]) {
      const { found, background } = await run(call, automation, { version });
      expect(found).toMatchObject({ status: 'failed', output: null, error: expect.stringContaining('may not read integrations') });
      expect(background).toMatchObject({ status: 'failed', error: 'The automation failed. Its own run says why.' });
    }
    const dueTime = new Date(Date.now() + 3 * 86_400_000);
    await startDueAutomations(app.database, dueTime);
    await expect
      .poll(async () => (await call('GET', automationsAt(automation.taskId, `/${automation.id}`))).body.latestRun)
      .toMatchObject({ triggeredBy: 'scheduled', status: 'failed' });
    expect(server.asked).toHaveLength(before);
  });
  test('is unknown for a version that was published before publishers were stored, so that the run fails', async () => {
    const { call, automation, ofCheck } = await withConnection();
    await publish(call, automation, ofCheck);
    await app.database.system
      .updateTable('evidence_automation_version')
      .set({ publisher: null })
      .where('evidence_automation_id', '=', automation.id)
      .execute();
    expect((await run(call, automation)).found).toMatchObject({ status: 'failed', error: expect.stringContaining('Publish it again') });
  });
});

describe('secrets in headers', () => {
  test('of connections without an http address are not sent', async () => {
    const { call, organization, server } = await withServer(app, () => ({ json: {} }));
    await allowHosts(call, '127.0.0.1', 'localhost');
    for (const slug of ['aws', 'azure', 'gcp', 'ldap-directory', 'object-storage']) {
      const manifest = providers.find(slug);
      if (!manifest) throw new Error(`there is no provider ${slug}`);
      const id = await storeConnection(app, organization.id, manifest, {
        ...storedSamplesOf(manifest, new URL(server.url)),
        ...(slug === 'aws' && { accessKeyId: 'AKIAIOSFODNN7EXAMPLE' }),
      });
      const field = manifest.credentialFields?.find(({ role }) => role === 'secret')?.id;
      const task = await call('POST', '/v1/tasks', { body: { title: slug, description: slug } });
      const automation = await addAutomation(call, task.body.id);
      const check = {
        request: { url: server.url, headers: { 'X-Key': `{{secret:${id}.${field}}}` } },
        criteria: [{ path: '/status', operator: 'exists' }],
      };
      expect(await publish(call, automation, check)).toMatchObject({ status: 201 });
      expect((await run(call, automation)).found).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('belongs to no address'),
      });
    }
    expect(server.asked).toEqual([]);
  });
  test('of a connection are sent only to paths at or below its address, and not after a redirect', async () => {
    const { call, automation, organization, server } = await withServer(app, ({ path }) =>
      path === '/tenant/moved' ? { status: 302, headers: { location: '/other' } } : { json: {} },
    );
    const manifest = providers.find('http-json');
    if (!manifest) throw new Error('there is no such provider');
    const id = await storeConnection(app, organization.id, manifest, {
      baseUrl: `${server.url}/tenant`,
      Authorization: 'conn3ction-s3cret',
    });
    for (const path of ['/other', '/tenants', '/tenant/..%2fother', '/tenant/..;/other', '/tenant/moved', '/tenant/inside']) {
      const check = {
        request: { url: `${server.url}${path}`, headers: { Authorization: `{{secret:${id}.Authorization}}` } },
        criteria: [{ path: '/status', operator: 'exists' }],
      };
      const ownAutomation = await addAutomation(call, automation.taskId);
      expect(await publish(call, ownAutomation, check)).toMatchObject({ status: 201 });
      const { found } = await run(call, ownAutomation);
      if (path === '/tenant/inside') expect(found, JSON.stringify(found)).toMatchObject({ status: 'completed' });
      else expect(found, path).toMatchObject({ status: 'failed', error: expect.stringContaining('at or below the path') });
    }
    expect(server.asked.map(({ path }) => path)).toEqual(['/tenant/moved', '/tenant/inside']);
  });
  test('of a connection are not sent with another protocol', async () => {
    const { call, automation, organization, server } = await withServer(app, () => ({ json: {} }));
    const manifest = providers.find('http-json');
    if (!manifest) throw new Error('there is no such provider');
    const id = await storeConnection(app, organization.id, manifest, {
      baseUrl: server.url.replace('http:', 'https:'),
      Authorization: 'conn3ction-s3cret',
    });
    const check = {
      request: { url: server.url, headers: { Authorization: `{{secret:${id}.Authorization}}` } },
      criteria: [{ path: '/status', operator: 'exists' }],
    };
    await call('POST', automationsAt(automation.taskId, `/${automation.id}/versions`), { body: fileOf(check) });
    expect((await run(call, automation)).found).toMatchObject({ status: 'failed', error: expect.stringContaining('is sent to https://') });
    expect(server.asked).toEqual([]);
  });
});
