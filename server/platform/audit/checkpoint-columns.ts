import { columnsOf } from '../database/columns.ts';

/** The columns of a checkpoint that its signature covers. */
export const checkpointColumns = columnsOf(
  'audit_checkpoint',
  'id',
  'organizationId',
  'sequence',
  'hash',
  'previousCheckpointHash',
  'createdAt',
  'keyId',
  'publicKey',
  'signature',
);
