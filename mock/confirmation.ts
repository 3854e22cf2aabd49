/** Requires the confirmation in the query of some operations, as the server does (spec/conventions, 10). */
import type { Request } from 'express';
import type { OperationId } from '#contract/types';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import type { Prism } from './prism.ts';

/** @throws RefusalError 409 if the operation requires a confirmation and the request lacks the confirmation of the contract's example */
export function requireConfirmation(req: Request, id: OperationId, prism: Prism): void {
  const confirmation = prism.queryExample(id, 'confirm');
  if (confirmation !== undefined && req.query.confirm !== confirmation)
    throw new RefusalError(refusal('confirmation_required', { confirmation, records: ['the records of the example'] }));
}
