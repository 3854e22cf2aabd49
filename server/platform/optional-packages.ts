/** The packages that only some installations need. They are optional peers of the published package, so npm does not install them with it. */
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The packages that each feature needs, keyed by the name of the feature in error messages. */
export const optionalPackages = {
  'Storing files in S3': ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', '@aws-sdk/s3-request-presigner'],
  'Anchoring audit logs in S3': ['@aws-sdk/client-s3'],
  'Reading an AWS account': [
    '@aws-sdk/client-cloudtrail',
    '@aws-sdk/client-config-service',
    '@aws-sdk/client-ec2',
    '@aws-sdk/client-guardduty',
    '@aws-sdk/client-iam',
    '@aws-sdk/client-kms',
    '@aws-sdk/client-rds',
    '@aws-sdk/client-s3',
    '@aws-sdk/client-secrets-manager',
    '@aws-sdk/client-sts',
  ],
  'Reading object storage': ['@aws-sdk/client-s3', '@aws-sdk/client-sts'],
  'Reading an LDAP directory': ['ldapts'],
} as const;

/** @returns one line that lists the packages to install for this feature; undefined when they are installed */
export function missingPackagesFor(purpose: keyof typeof optionalPackages): string | undefined {
  const missingNames = optionalPackages[purpose].filter((name) => !isInstalled(name));
  if (missingNames.length === 0) return undefined;
  const names = missingNames.join(' ');
  return `${purpose} needs ${missingNames.length === 1 ? `the package ${names}` : 'more packages'}: npm install ${names}`;
}

function isInstalled(name: string): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}
