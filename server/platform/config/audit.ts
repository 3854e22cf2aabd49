import { missingPackagesFor } from '../optional-packages.ts';
import type { Environment } from './environment.ts';
import { anchor, oneOf, integer } from './parsers.ts';

/** Settings that make audit logs verifiable for people who do not trust this installation. */
export function auditSettings(env: Environment) {
  const anchorPlace = env.maybe(
    'AUDIT_ANCHOR',
    anchor,
    'Place outside of the database that signed checkpoints of audit logs are written to: `file:///path/of/a/file`, `s3://bucket/prefix` (with the S3 region, address and keys above), or an http or https address that receives them by POST. Without it, they are in the database only.',
  );
  const missingPackages = anchorPlace?.kind === 's3' ? missingPackagesFor('Anchoring audit logs in S3') : undefined;
  if (missingPackages !== undefined) env.errors.push(missingPackages);
  const mode = env.take(
    'AUDIT_ANCHOR_LOCK',
    oneOf('COMPLIANCE', 'GOVERNANCE'),
    'COMPLIANCE',
    'Mode of the object lock in S3; the bucket must have been created with object lock.',
  );
  const days = env.take(
    'AUDIT_ANCHOR_RETENTION',
    integer(0, 36_500),
    '0',
    'Number of days during which S3 prevents a checkpoint from being changed or removed; 0 sets no lock.',
  );
  return {
    anchor: anchorPlace,
    retention: days === 0 ? undefined : { mode, days },
    checkpointEntries: env.take(
      'AUDIT_CHECKPOINT_ENTRIES',
      integer(1, 1_000_000),
      '1000',
      'Number of new entries after which an audit log gets a signed checkpoint; with fewer new entries it gets one every hour.',
    ),
  };
}
