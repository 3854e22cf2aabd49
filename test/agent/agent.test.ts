/** Runs the agent against the real app, like its user does. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { runRound } from '../../scripts/agent/round.ts';
import { ServiceError, type Service, createServiceClient } from '../../scripts/agent/service.ts';
import { signInByBrowser } from '../../scripts/agent/sign-in.ts';
import { startApp } from '../support/app.ts';

const app = startApp();
const folder = mkdtempSync(path.join(tmpdir(), 'agent-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = promisify(execFile);

test.runIf(process.platform === 'linux')(
  'signs in, registers the computer, checks it in, and continues with the same session',
  async () => {
    const { organization, call } = await app.caller();
    const { token, member } = await app.session(organization, ['employee']);
    const state = path.join(folder, 'deep', 'session.json');
    const agent = (env: Record<string, string>) =>
      run(process.execPath, ['scripts/agent/main.ts', '--server', app.base, '--state', state, '--once'], {
        env: { PATH: process.env.PATH ?? '', ...env },
      });
    const { stdout } = await agent({ SESSION_TOKEN: token });
    expect(JSON.parse(stdout)).toMatchObject({ organizations: [{ name: 'Test organization' }] });
    expect(statSync(state).mode & 0o777).toBe(0o600);
    const storedToken = JSON.parse(readFileSync(state, 'utf8')).token;
    expect(storedToken).toMatch(/^cas_/);
    await agent({});
    expect(JSON.parse(readFileSync(state, 'utf8')).token).toBe(storedToken);
    const { body } = await call('GET', '/v1/devices');
    expect(body.data).toMatchObject([
      { platform: 'linux', source: 'agent', memberId: member.id, hasAgentSession: true, agentVersion: expect.stringMatching(/^\d/) },
    ]);
    expect(Object.keys(body.data[0].checkDetails).sort()).toEqual(['antivirus', 'disk_encryption', 'password_policy', 'screen_lock']);
    // Once its session is revoked, the agent reports this and ends.
    await call('DELETE', `/v1/device-agent/sessions/${body.data[0].id}`);
    await expect(agent({})).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('401') });
    // With another session token, the agent signs in again.
    await agent({ SESSION_TOKEN: token });
    expect(JSON.parse(readFileSync(state, 'utf8')).token).not.toBe(storedToken);
  },
);
test('receives the code from the browser on its own port, and rejects another state', async () => {
  const { organization } = await app.caller();
  const { token } = await app.session(organization, ['employee']);
  const service = createServiceClient(app.base);
  const { promise: signInUrl, resolve: resolveUrl } = Promise.withResolvers<URL>();
  const signedIn = signInByBrowser(service, 'https://app.example.com/sign-in', (line) =>
    resolveUrl(new URL(line.replace('Sign in at ', ''))),
  );
  const { searchParams } = await signInUrl;
  const [port, state] = [searchParams.get('callbackPort'), searchParams.get('state') ?? ''];
  const { code } = await service.authCode(token, state);
  expect((await fetch(`http://127.0.0.1:${port}/?code=${code}&state=other`)).status).toBe(400);
  expect((await fetch(`http://127.0.0.1:${port}//`)).status).toBe(400);
  expect((await fetch(`http://127.0.0.1:${port}/?code=${code}&state=${state}`)).status).toBe(200);
  expect(await signedIn).toMatch(/^cas_/);
});
test('an error of one organization does not affect the others, but an ended session ends the round', async () => {
  const rejectingService = (status: number): Service => ({
    ...createServiceClient(app.base),
    organizations: async () => ({
      data: ['a', 'b'].map((id) => ({ organizationId: id, organizationName: id, organizationSlug: id, role: 'employee' })),
    }),
    async register(_token, { organizationId }) {
      throw new ServiceError(organizationId === 'a' ? status : 404, 'no');
    },
  });
  const state = { token: 'token', installationId: 'b6d0a3c2-58f1-4d7e-9a40-17c3e2f8d695' };
  const round = await runRound(rejectingService(429), state, '1', async () => '');
  expect(round).toMatchObject({ token: 'token', organizations: [], refused: [{ name: 'a', reason: '429: no' }, { name: 'b' }] });
  await expect(runRound(rejectingService(401), state, '1', async () => '')).rejects.toThrow('401');
});
test('reports a missing option or an invalid address, and ends', async () => {
  await expect(
    run(process.execPath, ['scripts/agent/main.ts', '--server', 'nowhere', '--state', path.join(folder, 'none')]),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--server and --sign-in must be addresses'),
  });
  await expect(run(process.execPath, ['scripts/agent/main.ts'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--server is missing'),
  });
  expect((await run(process.execPath, ['scripts/agent/main.ts', '--help'])).stdout).toContain('--once');
});
