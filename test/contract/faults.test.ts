/** Checks the answers of each operation of the contract when the database fails, and while the same request is still running. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#generated/operations';
import { sessionsFrom } from '#platform/identity/sessions';
import { problems } from '#generated/problems';
import { call, listenOn, type RequestOptions, testConfig } from '../support/app.ts';
import { type contract, sampledContract } from '../support/contract.ts';
import { openFragileDatabase } from '../support/faults.ts';
import { everyPermission, newOrganization } from '../support/organization.ts';
import { testError } from '../support/refusals.ts';
import { withValidAddress } from '../support/signed.ts';

let fragile: Awaited<ReturnType<typeof openFragileDatabase>>;
let base: string;
/** The credential of a request: a key, or the session of a person where the operation requires one. */
let credentialOf: (operation: Operation) => RequestOptions;
let pathFor: (operation: (typeof contract)[number]) => string;
/** A registered computer of the owner, and its organization. */
let device: { readonly id: string; readonly organizationId: string };
beforeAll(async () => {
  fragile = await openFragileDatabase();
  const listening = await listenOn(fragile.database, testConfig());
  const organization = await newOrganization(fragile.database, undefined, everyPermission);
  ({ base } = listening);
  const token = await sessionsFrom(testConfig().session, listening.ports.secrets).issue(organization.owner.userId, 3_600);
  credentialOf = ({ requiresSession }) =>
    requiresSession ? { bearer: token, headers: { 'X-Organization-Id': organization.id } } : { key: organization.key };
  const registration = { name: 'desk', hostname: 'desk', osVersion: '13', platform: 'linux', organizationId: organization.id };
  device = (await call(base, 'POST', '/v1/device-agent/devices', { bearer: token, body: registration })).body;
  pathFor = (operation) => {
    const path = deviceOperations.includes(operation.id) ? operation.template.replace('{id}', device.id) : operation.path;
    return withValidAddress(operation, path, listening.ports.secrets, organization.id);
  };
});
afterAll(() => fragile.database.close());

/** Operations on a person's own computers. */
const deviceOperations = ['getMyDevice', 'createDeviceCheckIn'];
/** Operations that use only accounts and codes. */
const accountOperations = [
  'createDeviceAgentAuthCode',
  'createDeviceAgentSession',
  'listDeviceAgentOrganizations',
  'getMe',
  'signOutEverywhere',
];
/** Whether an operation serves external parties: such an operation looks up the portal page or the link first. */
const isForExternalParties = ({ registry: { area, scope } }: (typeof contract)[number]) =>
  ['trust-access', 'letter-of-engagement'].includes(area) && scope === 'public';
/** Operations that read only the file store, whose faults test/outside/bucket.test.ts tests. */
const fileOperations = ['getDeviceAgentUpdate'];

const unknownError = new Error('nobody knows this one');
const serializationError = Object.assign(new Error('could not serialize access due to concurrent update'), { code: '40001' });
const shutdownError = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });

describe.each(sampledContract.filter(({ id }) => !fileOperations.includes(id)))('$id', (operation) => {
  const {
    method,
    bodies: [example],
  } = operation;
  const whileFailing: (typeof fragile)['whileFailing'] = (...fault) =>
    accountOperations.includes(operation.id) || isForExternalParties(operation)
      ? fragile.whileAccountsFail(...fault)
      : fragile.whileFailing(...fault);
  const { failure }: Operation = operation.registry;
  const ask = ({ headers, ...options }: RequestOptions) => {
    const credential = credentialOf(operation.registry);
    const body = operation.id === 'registerDevice' ? Object.assign({}, example, { organizationId: device.organizationId }) : example;
    return call(base, method, pathFor(operation), { body, ...credential, ...options, headers: { ...credential.headers, ...headers } });
  };
  async function expectRetryAfter(error: Error, accept: string | undefined) {
    const answer = await whileFailing(error, () => ask({ accept }));
    expect(answer.headers.get('retry-after')).toBe('1');
    return answer;
  }

  testError(operation, 500, 'for a fault that is not understood', failure, (accept) => whileFailing(unknownError, () => ask({ accept })));
  testError(operation, 503, 'when the database gave it up for the sake of another', 'Temporarily unavailable', (accept) =>
    expectRetryAfter(serializationError, accept),
  );
  // The specification prescribes one error text for all faults of risks and employees.
  const isPrescribed = !operation.registry.problems && failure !== problems.internal_error.error;
  if (!isPrescribed)
    testError(operation, 503, 'when the database is away', 'Temporarily unavailable', (accept) => expectRetryAfter(shutdownError, accept));
  else testError(operation, 500, 'when the database is away', failure, (accept) => expectRetryAfter(shutdownError, accept));
  test('declares Retry-After for errors after which the request may be retried', () => {
    for (const { status, answer } of operation.responses) {
      if (status === 503 || (status === 500 && isPrescribed))
        expect(Object.keys(answer.headers ?? {}), String(status)).toContain('Retry-After');
    }
  });
  if (method === 'POST' && operation.registry.scope === 'organization')
    testError(
      operation,
      409,
      'while the first request with its Idempotency-Key is running',
      'A request with this Idempotency-Key is still running',
      async (accept) => {
        const headers = { 'Idempotency-Key': `${operation.id} ${accept}` };
        const [, second] = await fragile.whileWaiting(
          () => ask({ headers }),
          () => ask({ headers, accept }),
        );
        return second;
      },
    );
});
