/** One request to a handler that the contract does not know, with everything around it that an operation has. */
import type { Request } from 'express';
import type { Operation } from '../../generated/operations.ts';
import { operationRunner } from '../../server/contract/run-operation.ts';
import type { Answer, AnyReply } from '../../server/contract/types.ts';
import type { OrganizationContext } from '../../server/platform/context.ts';
import type { Database } from '../../server/platform/database/open.ts';
import { slots } from '../../server/platform/database/slots.ts';
import { logAt } from '../../server/platform/log.ts';
import type { Ports } from '../../server/platform/ports/index.ts';

interface Within {
  readonly database: Database;
  readonly ports: Ports;
  readonly organizationId: string;
}

/** @param operation what the handler is said to be: a change of the area `controls` @returns what was answered */
export function runHandler(
  { database, ports, organizationId }: Within,
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
      matched: { id: 'createControl', path: {}, operation: { effect: 'change', area: 'controls', path: '/v1/made-up', ...operation } },
    },
  };
  const run = operationRunner(
    database.tenant,
    ports,
    logAt('silent'),
    () => undefined,
    (_id, call) => handle(call as OrganizationContext),
    slots(4),
  );
  return run(request as unknown as Request, {});
}
