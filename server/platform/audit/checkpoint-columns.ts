/** A checkpoint as its signature covers it. */
export const checkpointColumns = [
  'id',
  'organization_id as organizationId',
  'sequence',
  'hash',
  'previous_checkpoint_hash as previousCheckpointHash',
  'created_at as createdAt',
  'key_id as keyId',
  'public_key as publicKey',
  'signature',
] as const;
