import { missingPackagesFor } from '../optional-packages.ts';
import type { Environment } from './environment.ts';
import { urlWithProtocol, flag, text } from './parsers.ts';

/** Settings of the object store, and of the bucket for files if it is used instead of DATA_DIR. */
export function storeSettings(env: Environment) {
  const bucket = env.maybe(
    'S3_BUCKET',
    text,
    'Bucket for files in S3 or a compatible store; without it, files are stored in DATA_DIR. Files above 64 MiB are sent in parts; let a lifecycle rule of the bucket remove incomplete uploads. Scripts of web pages send uploads to the bucket and read attachments from it: its CORS rules must allow PUT with `Content-Type` and GET with `Range` from the origins of your applications.',
  );
  const region = env.take('S3_REGION', text, 'us-east-1', 'Region of the bucket.');
  const endpoint = env.maybe(
    'S3_ENDPOINT',
    urlWithProtocol('http:', 'https:'),
    'Address of the store, as the service and its clients reach it; the default is S3 in the region.',
  );
  const pathStyle = env.take(
    'S3_PATH_STYLE',
    flag,
    '0',
    '1 puts the bucket into the path of addresses instead of the host; most stores other than S3 require it.',
  );
  const accessKeyId = env.maybe(
    'S3_ACCESS_KEY_ID',
    text,
    'Access key for the bucket; without it, the AWS SDK looks for credentials in its environment.',
  );
  const secretAccessKey = env.maybe('S3_SECRET_ACCESS_KEY', text, 'Secret of the access key; required with S3_ACCESS_KEY_ID.');
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    env.errors.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  const credentials = accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey };
  const missingPackages = bucket === undefined ? undefined : missingPackagesFor('Storing files in S3');
  if (missingPackages !== undefined) env.errors.push(missingPackages);
  const store = { region, endpoint, pathStyle, credentials };
  return { store, s3: bucket === undefined ? undefined : { bucket, ...store } };
}
