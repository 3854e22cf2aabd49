/** Checks the settings of buckets. */
import type { S3Client } from '@aws-sdk/client-s3';
import { mapConcurrently } from '../../map-concurrently.ts';
import type { Check, CheckContext } from '../../manifest.ts';
import { undefinedIfNoBlock, undefinedIfNoEncryption } from '../aws/services/s3.ts';
import { callStore, listBuckets, openStore } from './store.ts';

interface BucketResult {
  readonly passes: boolean;
  readonly evidence: object;
}

type CheckDefinition = Pick<Check, 'id' | 'name' | 'description' | 'task' | 'severity'> & {
  /** Title of the result for a bucket that passes. It follows the name of the bucket. */
  readonly passTitle: string;
  /** Title of the result for a bucket that fails. It follows the name of the bucket. */
  readonly failTitle: string;
  readonly remediation: string;
  /** Examines one bucket. */
  readonly examine: (store: S3Client, Bucket: string) => Promise<BucketResult>;
};

function createBucketCheck({ passTitle, failTitle, remediation, examine, ...definition }: CheckDefinition): Check {
  return {
    ...definition,
    service: 'buckets',
    async run(context) {
      const store = await openStore(context);
      const buckets = await listBuckets(context, store);
      context.note('info', `${buckets.length} buckets`);
      await mapConcurrently(buckets, async (bucket) => report(context, bucket, await callStore(context, () => examine(store, bucket))));
    },
  };

  function report({ pass, fail }: CheckContext, bucket: string, { passes, evidence }: BucketResult) {
    const result = { resourceType: 'bucket', resourceId: bucket, evidence, description: definition.description };
    if (passes) pass({ ...result, title: `${bucket} ${passTitle}` });
    else fail({ ...result, title: `${bucket} ${failTitle}`, remediation });
  }
}

const publicAccessCheck = createBucketCheck({
  id: 'bucket-public-access',
  name: 'Buckets are closed to the public',
  description: 'Neither access control lists nor policies can make a bucket or what is in it public.',
  task: 'secure-storage',
  severity: 'critical',
  passTitle: 'blocks public access',
  failTitle: 'does not block public access',
  remediation: 'Enable all four settings of the public access block of the bucket.',
  async examine(store, Bucket) {
    const { GetPublicAccessBlockCommand } = await import('@aws-sdk/client-s3');
    const block = (await store.send(new GetPublicAccessBlockCommand({ Bucket })).catch(undefinedIfNoBlock))?.PublicAccessBlockConfiguration;
    const evidence = {
      blockPublicAcls: block?.BlockPublicAcls === true,
      ignorePublicAcls: block?.IgnorePublicAcls === true,
      blockPublicPolicy: block?.BlockPublicPolicy === true,
      restrictPublicBuckets: block?.RestrictPublicBuckets === true,
    };
    return { passes: Object.values(evidence).every((isSet) => isSet), evidence };
  },
});

const encryptionCheck = createBucketCheck({
  id: 'bucket-encryption',
  name: 'Buckets encrypt by default',
  description: 'What is stored in a bucket is encrypted, whether or not its writer asks for it.',
  task: 'encryption-at-rest',
  severity: 'high',
  passTitle: 'encrypts by default',
  failTitle: 'has no default encryption',
  remediation: 'Set a default encryption of the bucket, with a key of the store or of your own.',
  async examine(store, Bucket) {
    const { GetBucketEncryptionCommand } = await import('@aws-sdk/client-s3');
    const response = await store.send(new GetBucketEncryptionCommand({ Bucket })).catch(undefinedIfNoEncryption);
    const rules = response?.ServerSideEncryptionConfiguration?.Rules ?? [];
    const [algorithm] = rules.flatMap(({ ApplyServerSideEncryptionByDefault: byDefault }) => byDefault?.SSEAlgorithm ?? []);
    return { passes: algorithm !== undefined, evidence: { algorithm: algorithm ?? null } };
  },
});

const versioningCheck = createBucketCheck({
  id: 'bucket-versioning',
  name: 'Buckets keep versions',
  description: 'A bucket keeps what is overwritten or deleted, so that it can be restored.',
  task: 'backup-logs',
  passTitle: 'keeps versions',
  failTitle: 'keeps no versions',
  remediation: 'Enable versioning of the bucket, with a rule that removes old versions after a time.',
  async examine(store, Bucket) {
    const { GetBucketVersioningCommand } = await import('@aws-sdk/client-s3');
    const { Status: status, MFADelete: mfaDelete } = await store.send(new GetBucketVersioningCommand({ Bucket }));
    return { passes: status === 'Enabled', evidence: { status: status ?? null, mfaDelete: mfaDelete ?? null } };
  },
});

const loggingCheck = createBucketCheck({
  id: 'bucket-logging',
  name: 'Buckets log access',
  description: 'A bucket records who reads and changes what is in it.',
  task: 'monitoring-alerting',
  passTitle: 'logs access',
  failTitle: 'does not log access',
  remediation: 'Enable access logging of the bucket, into another bucket that only its readers can open.',
  async examine(store, Bucket) {
    const { GetBucketLoggingCommand } = await import('@aws-sdk/client-s3');
    const target = (await store.send(new GetBucketLoggingCommand({ Bucket }))).LoggingEnabled?.TargetBucket;
    return { passes: target !== undefined, evidence: { targetBucket: target ?? null } };
  },
});

export const bucketChecks: readonly Check[] = [publicAccessCheck, encryptionCheck, versioningCheck, loggingCheck];
