/**
 * Starts the sandbox: the real server on the demonstration, in memory, with a session for each role, errors and delays on request, and a clock
 * that can be moved. `npm run sandbox` loads scripts/sandbox/clock.ts before this file.
 */
import { ConfigError } from '#platform/config';
import { StartError } from '#start/start-error';
import { startSandbox } from './sandbox/start.ts';

process.umask(0o077);
try {
  const sandbox = await startSandbox(process.env, (step) => console.log(step));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close().then(() => process.exit()));
  const { url, world, startedInMs } = sandbox;
  const { organizationId, apiKey, sessions } = world();
  const [session] = sessions;
  console.log(`The sandbox is the service on the demonstration, in memory: ${url}
  Ready after       ${(startedInMs / 1000).toFixed(1)} s
  Organization      ${organizationId}
  API key           ${apiKey}
${sessions.map(({ role, email, token }) => `  Session: ${role.padEnd(12)}${email}\n    ${token}`).join('\n')}

  With a key:       curl -H "X-API-Key: ${apiKey}" ${url}/v1/risks
  With a session:   curl -H "Authorization: Bearer ${session?.token}" -H "X-Organization-Id: ${organizationId}" ${url}/v1/organization
  All of the above: curl ${url}/_sandbox
  Start again:      curl -X POST ${url}/_sandbox/reset
  Move the clock:   curl -X POST -H "Content-Type: application/json" -d '{"advance":"P30D"}' ${url}/_sandbox/clock
  For a slow answer or an error, add -H "Prefer: delay=800" or -H "Prefer: status=503"`);
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof StartError ? error.message : error);
  process.exit(1);
}
