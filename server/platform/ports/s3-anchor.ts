import { createHash } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Config } from '../config.ts';
import type { Anchor, AnchorPlace } from './anchor-place.ts';

const day = 86_400_000;

/**
 * Writes an object per checkpoint, `<prefix>/<organization id>/<sequence>-<id>.json`, which the store protects from change and deletion for the configured
 * time.
 */
export function anchorInBucket(
  { bucket, prefix }: Extract<AnchorPlace, { readonly kind: 's3' }>,
  { region, endpoint, pathStyle, credentials }: Config['store'],
  retention: Config['audit']['retention'],
): Anchor {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: 1,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000 },
  });
  return async ({ id, organizationId, sequence }, line) => {
    const name = `${organizationId}/${String(sequence).padStart(16, '0')}-${id}.json`;
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: prefix === '' ? name : `${prefix}/${name}`,
        Body: line,
        ContentType: 'application/json',
        ChecksumSHA256: createHash('sha256').update(line).digest('base64'),
        ...(retention && { ObjectLockMode: retention.mode, ObjectLockRetainUntilDate: new Date(Date.now() + retention.days * day) }),
      }),
    );
  };
}
