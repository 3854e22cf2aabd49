/** For each operation of the contract: what it answers when the database fails, and while it works on something else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../generated/operations.ts';
import { sessionsFrom } from '../../server/platform/identity/sessions.ts';
import { problems } from '../../generated/problems.ts';
import { call, listenOn, type Options, testConfig } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { openFragileDatabase } from '../support/faults.ts';
import { newOrganization } from '../support/organization.ts';
import { refuses } from '../support/refusals.ts';
import { signed } from '../support/signed.ts';

let fragile: Awaited<ReturnType<typeof openFragileDatabase>>;
let base: string;
/** What a request of an operation carries: a key, or the session of a person where it takes one. */
let credentialOf: (operation: Operation) => Options;
let addressed: (operation: (typeof contract)[number]) => string;
beforeAll(async () => {
  fragile = await openFragileDatabase();
  const listening = await listenOn(fragile.database, testConfig());
  const organization = await newOrganization(fragile.database);
  ({ base } = listening);
  const token = await sessionsFrom(testConfig().session, listening.ports.secrets).issue(organization.owner.userId, 3_600);
  credentialOf = ({ requiresSession }) =>
    requiresSession ? { bearer: token, headers: { 'X-Organization-Id': organization.id } } : { key: organization.key };
  addressed = (operation) => signed(operation, operation.path, listening.ports.secrets, organization.id);
});
afterAll(() => fragile.database.close());

const unknown = new Error('nobody knows this one');
const busy = Object.assign(new Error('could not serialize access due to concurrent update'), { code: '40001' });
const away = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });

describe.each(contract)('$id', (operation) => {
  const {
    method,
    bodies: [body],
  } = operation;
  const { failure }: Operation = operation.registry;
  const ask = ({ headers, ...options }: Options) => {
    const credential = credentialOf(operation.registry);
    return call(base, method, addressed(operation), { body, ...credential, ...options, headers: { ...credential.headers, ...headers } });
  };
  async function retried(error: Error, accept: string | undefined) {
    const answer = await fragile.whileFailing(error, () => ask({ accept }));
    expect(answer.headers.get('retry-after')).toBe('1');
    return answer;
  }

  refuses(operation, 500, 'for a fault that is not understood', failure, (accept) => fragile.whileFailing(unknown, () => ask({ accept })));
  refuses(operation, 503, 'when the database gave it up for the sake of another', 'Temporarily unavailable', (accept) =>
    retried(busy, accept),
  );
  // What is given for risks and employees is given for every fault.
  if (failure === problems.internal_error.error)
    refuses(operation, 503, 'when the database is away', 'Temporarily unavailable', (accept) => retried(away, accept));
  else refuses(operation, 500, 'when the database is away', failure, (accept) => retried(away, accept));
  test('Retry-After is declared for what may be tried again', () => {
    for (const { status, answer } of operation.responses) {
      if (status === 503 || (status === 500 && failure !== problems.internal_error.error))
        expect(Object.keys(answer.headers ?? {}), String(status)).toContain('Retry-After');
    }
  });
  if (method === 'POST')
    refuses(
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
