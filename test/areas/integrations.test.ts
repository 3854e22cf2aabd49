import { describe, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { checkRuns, connect, connectList, runChecks } from '../support/integrations.ts';
import { standIn } from '../support/stand-in.ts';

const app = startApp();
const url = '/v1/integrations/connections';

describe('first', () => {
  test('list', async () => {
    const { call } = await app.caller();
    const made = await connectList(call);
    console.log(made);
    console.log((await call('GET', url)).body);
  });
  test('http', async () => {
    const { call } = await app.caller();
    const server = await standIn(() => ({ json: { status: 'ok' }, headers: { 'x-content-type-options': 'nosniff' } }));
    const made = await connect(call, 'http-json', { baseUrl: server.url, Authorization: 'k3y' }, { variables: { endpoint_path: '/health', json_path: 'status', json_operator: 'eq', json_value: 'ok' } });
    const runs = await checkRuns(call, made.id);
    console.log(runs);
    for (const { id } of runs) console.log(JSON.stringify((await call('GET', `/v1/integrations/checks/runs/${id}`)).body, null, 1));
    console.log(await runChecks(call, made.id, { checkId: 'endpoint-status' }));
    expect(1).toBe(1);
  });
});
