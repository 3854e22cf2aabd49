/** Starts the mock, which answers all operations from the examples of the contract. */
import { readFileSync } from 'node:fs';
import { createMock } from './gateway.ts';

const contract = readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8');
const { MOCK_PORT, PORT, HOST: host = '127.0.0.1' } = process.env;
const port = MOCK_PORT || PORT || '4010';
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) fail(`MOCK_PORT must be a whole number from 0 to 65535, not ${JSON.stringify(port)}`);

const { app, operations } = await createMock(contract);
const server = app.listen(Number(port), host, (error) => {
  if (error)
    fail(
      'code' in error && error.code === 'EADDRINUSE'
        ? `MOCK_PORT ${port} is taken on ${host}`
        : `cannot listen on ${host}:${port}: ${error.message}`,
    );
  const address = server.address();
  const url = `http://${host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${typeof address === 'object' && address ? address.port : port}`;
  console.log(`The mock answers ${operations} operations from the examples of generated/openapi.json with Prism: ${url}
  With a key:     curl -H "X-API-Key: any" ${url}/v1/risks
  With a session: curl -H "Authorization: Bearer any" -H "X-Organization-Id: any" ${url}/v1/organization
  For another answer, add -H "Prefer: code=404", "Prefer: example=none" or "Prefer: dynamic=true"`);
});

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
