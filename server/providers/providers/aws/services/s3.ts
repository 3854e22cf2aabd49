import { homeRegion, undefinedForErrors } from '../client.ts';
import type { Collector } from '../account.ts';

/** Handlers for the errors about buckets without default encryption or without a public access block. */
export const undefinedIfNoEncryption = undefinedForErrors('ServerSideEncryptionConfigurationNotFoundError');
export const undefinedIfNoBlock = undefinedForErrors('NoSuchPublicAccessBlockConfiguration');

/** Collects the public access block, default encryption and versioning of each bucket. */
export const collectBuckets: Collector = async ({ settings, limit }) => {
  const { S3Client, ListBucketsCommand, GetBucketEncryptionCommand, GetBucketVersioningCommand, GetPublicAccessBlockCommand } =
    await import('@aws-sdk/client-s3');
  const client = new S3Client({
    ...settings(homeRegion),
    followRegionRedirects: true,
    forcePathStyle: settings(homeRegion).endpoint !== undefined,
  });
  const { Buckets = [] } = await limit(() => client.send(new ListBucketsCommand({})));
  const bucketResources = Buckets.flatMap(({ Name }) => Name ?? []).map(async (Bucket) => {
    const [block, encryption, versions] = await Promise.all([
      limit(() => client.send(new GetPublicAccessBlockCommand({ Bucket })).catch(undefinedIfNoBlock)),
      limit(() => client.send(new GetBucketEncryptionCommand({ Bucket })).catch(undefinedIfNoEncryption)),
      limit(() => client.send(new GetBucketVersioningCommand({ Bucket }))),
    ]);
    const { BlockPublicAcls, IgnorePublicAcls, BlockPublicPolicy, RestrictPublicBuckets } = block?.PublicAccessBlockConfiguration ?? {};
    const [rule] = encryption?.ServerSideEncryptionConfiguration?.Rules ?? [];
    return {
      serviceId: 's3',
      resourceType: 'bucket',
      resourceId: Bucket,
      attributes: {
        publicAccessBlockConfiguration: block?.PublicAccessBlockConfiguration
          ? {
              blockPublicAcls: BlockPublicAcls ?? false,
              ignorePublicAcls: IgnorePublicAcls ?? false,
              blockPublicPolicy: BlockPublicPolicy ?? false,
              restrictPublicBuckets: RestrictPublicBuckets ?? false,
            }
          : null,
        sseAlgorithm: rule?.ApplyServerSideEncryptionByDefault?.SSEAlgorithm ?? null,
        versioningStatus: versions.Status ?? null,
      },
    };
  });
  return Promise.all(bucketResources);
};
