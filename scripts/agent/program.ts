/** The device agent: checks this computer every hour and reports the results to the service (spec/areas/devices/device-agent). */
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCommand } from './checks/run.ts';
import { runRound } from './round.ts';
import { ServiceError, createServiceClient } from './service.ts';
import { signInByBrowser, signInWith } from './sign-in.ts';
import { readState, writeState } from './state.ts';

const usage = `Usage: compliance-automation-api-agent --server URL [--sign-in URL] [--state FILE] [--once]

  --server URL   address of the service
  --sign-in URL  page of your application where people sign in, which hands over the code; by default /device-agent/sign-in at the
                 address of the service
  --state FILE   where the session is kept; by default in the home directory
  --once         checks in once and ends

With SESSION_TOKEN in the environment, that session signs the agent in without a browser.
`;
const hour = 3_600_000;

try {
  const { values } = parseArgs({
    options: {
      server: { type: 'string' },
      'sign-in': { type: 'string' },
      state: { type: 'string', default: path.join(os.homedir(), '.compliance-automation-agent', 'session.json') },
      once: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) process.stdout.write(usage);
  else if (values.server === undefined) throw new Error(`--server is missing\n${usage}`);
  else await work(values.server.replace(/(?<!\/)\/+$/, ''), values['sign-in'], values.state, values.once);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function work(server: string, signInPage = `${server}/device-agent/sign-in`, file: string, once: boolean) {
  if (![server, signInPage].every((address) => URL.canParse(address))) throw new Error('--server and --sign-in must be addresses');
  const service = createServiceClient(server);
  const signIn = () =>
    process.env.SESSION_TOKEN === undefined
      ? signInByBrowser(service, signInPage, (line) => console.error(line))
      : signInWith(service, process.env.SESSION_TOKEN);
  const storedState = await readState(file);
  const { installationId } = storedState;
  let { token } = storedState;
  for (;;) {
    const isFresh = token === undefined;
    if (token === undefined) await writeState(file, { installationId, token: (token = await signIn()) });
    try {
      const round = await runRound(service, { token, installationId }, versionHere(), runCommand);
      if (round.token !== token) await writeState(file, { installationId, token: (token = round.token) });
      const { organizations, failed, refused } = round;
      console.log(JSON.stringify({ at: new Date().toISOString(), organizations, failed, refused }));
      if (refused.length && once) process.exitCode = 1;
      if (once) return;
    } catch (error) {
      if (error instanceof ServiceError && error.status === 401) {
        token = undefined;
        await writeState(file, { installationId });
        // A new session that is rejected right away would be rejected again.
        if (!isFresh && !once) continue;
      }
      if (once) throw error;
      console.error(error instanceof Error ? error.message : error);
    }
    await wait(hour);
  }
}

function versionHere(): string {
  const require = createRequire(import.meta.url);
  for (const place of ['../../package.json', '../../../package.json']) {
    try {
      const { version }: { readonly version: string } = require(place);
      return version;
    } catch {
      // The file is one level higher in the published package.
    }
  }
  return 'unknown';
}
