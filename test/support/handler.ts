/** Runs a handler that is not in the contract, in the same environment as the handler of an operation. */
import type { Request } from 'express';
import type { Operation } from '#generated/operations';
import { createOperationRunner } from '#contract/run-operation';
import type { Answer, AnyReply } from '#contract/types';
import type { OrganizationContext } from '#platform/context';
import type { Database } from '#platform/database/open';
import { createSlots } from '#platform/database/slots';
import { logAt } from '#platform/log';
import type { Ports } from '#platform/ports/index';

interface Environment {
  readonly database: Database;
  readonly ports: Ports;
  readonly organizationId: string;
}

/** @param operation the method and permission of the made-up operation, which changes data in the area `controls` @returns the answer */
export function runHandler(
  { database, ports, organizationId }: Environment,
  operation: Pick<Operation, 'method' | 'permission'>,
  handle: (context: OrganizationContext) => Promise<Answer<AnyReply>>,
): Promise<AnyReply> {
  const actor = { organizationId, id: 'x' };
  const request = {
    get: () => undefined,
    headers: {},
    originalUrl: '/',
    body: {},
    requestState: {
      requestId: 'x',
      actor,
      authorizeAgain: () => Promise.resolve(actor),
      matched: {
        id: 'createControl',
        path: {},
        operation: { effect: 'change', area: 'controls', action: 'Created control', path: '/v1/made-up', ...operation },
      },
    },
  };
  const run = createOperationRunner(
    database.tenant,
    ports,
    logAt('silent'),
    () => undefined,
    (_id, call) => handle(call as OrganizationContext),
    createSlots(4),
  );
  return run(request as unknown as Request, {});
}
