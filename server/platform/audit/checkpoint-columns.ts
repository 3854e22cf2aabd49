import { columnsOf } from '../database/columns.ts';

/** A checkpoint as its signature covers it. */
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
