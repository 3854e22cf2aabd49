/**
 * A fake object store with the part of S3 that the service uses. It rejects requests without a valid signature (AWS Signature Version 4).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export const bucket = {
  S3_BUCKET: 'compliance',
  S3_REGION: 'eu-north-1',
  S3_PATH_STYLE: '1',
  S3_ACCESS_KEY_ID: 'TESTKEY',
  S3_SECRET_ACCESS_KEY: 'test-secret-key',
};
/** The number of keys on a page of a list. */
const pageLength = 2;

const sha256 = (data: string | Uint8Array, encoding: 'hex' | 'base64' = 'hex') => createHash('sha256').update(data).digest(encoding);
const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();
const encodePath = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** @returns the error for a request with an invalid signature; undefined if the signature is valid */
export function findSignatureError({
  method = '',
  url = '',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://store');
  const [, headerFields = ''] = /^AWS4-HMAC-SHA256 (.*)$/.exec(headers.authorization ?? '') ?? [];
  const credentialFields = headerFields
    ? Object.fromEntries(headerFields.split(', ').map((pair) => pair.split('=', 2)))
    : Object.fromEntries(['Credential', 'SignedHeaders', 'Signature'].map((name) => [name, searchParams.get(`X-Amz-${name}`)]));
  const { Credential: credential = '', SignedHeaders: names = '', Signature: signature = '' }: Record<string, string> = credentialFields;
  const timestamp = String(headers['x-amz-date'] ?? searchParams.get('X-Amz-Date'));
  const [key, ...scope] = credential.split('/');
  const day = timestamp.slice(0, 8);
  if (key !== bucket.S3_ACCESS_KEY_ID || scope.join('/') !== `${day}/${bucket.S3_REGION}/s3/aws4_request`) return 'InvalidAccessKeyId';
  const requestTime = Date.parse(timestamp.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  if (!headerFields && requestTime + Number(searchParams.get('X-Amz-Expires')) * 1000 < Date.now()) return 'ExpiredToken';
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodePath(name)}=${encodePath(value)}`)
    .sort()
    .join('&');
  const signedHeaders = names
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('');
  const canonicalRequest = [
    method,
    pathname,
    query,
    signedHeaders,
    names,
    headerFields ? headers['x-amz-content-sha256'] : 'UNSIGNED-PAYLOAD',
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', timestamp, scope.join('/'), sha256(canonicalRequest)].join('\n');
  const signingKey = scope.reduce<string | Buffer>((previousKey, part) => hmac(previousKey, part), `AWS4${bucket.S3_SECRET_ACCESS_KEY}`);
  const expectedSignature = createHmac('sha256', signingKey).update(toSign).digest('hex');
  return signature.length === expectedSignature.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expectedSignature))
    ? undefined
    : 'SignatureDoesNotMatch';
}

export type Store = Awaited<ReturnType<typeof startStore>>;

export async function startStore() {
  const objects = new Map<string, Buffer>();
  /** The lock mode and retention date of objects that were stored with a lock. */
  const locks = new Map<string, { readonly mode: string; readonly until: string }>();
  const rejectionCodes: string[] = [];
  let isBusy = false;
  const server = http
    .createServer((req, res) => {
      const answer = (status: number, body: string | Buffer = '', headers: Record<string, string> = {}) =>
        res.writeHead(status, { 'Content-Length': Buffer.byteLength(body), ...headers }).end(req.method === 'HEAD' ? '' : body);
      const refuse = (status: number, code: string) => {
        if (status === 403 || status === 400) rejectionCodes.push(code);
        answer(status, `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`, {
          'Content-Type': 'application/xml',
        });
      };
      void buffer(req).then((body) => {
        const { pathname, searchParams } = new URL(req.url ?? '', 'http://store');
        if (isBusy)
          return answer(503, '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>', {
            'Content-Type': 'application/xml',
          });
        const rejection = findSignatureError(req);
        if (rejection) return refuse(403, rejection);
        const [, bucketName, ...steps] = pathname.split('/').map(decodeURIComponent);
        const key = steps.join('/');
        if (bucketName !== bucket.S3_BUCKET) return refuse(404, 'NoSuchBucket');
        if (key === '') return answer(200, pageOf([...objects.keys()].sort(), searchParams), { 'Content-Type': 'application/xml' });
        const object = objects.get(key);
        switch (req.method) {
          case 'PUT': {
            const sum = req.headers['x-amz-checksum-sha256'];
            if (sum !== undefined && sum !== sha256(body, 'base64')) return refuse(400, 'BadDigest');
            objects.set(key, body);
            const { 'x-amz-object-lock-mode': mode, 'x-amz-object-lock-retain-until-date': until } = req.headers;
            if (mode !== undefined) locks.set(key, { mode: String(mode), until: String(until) });
            return answer(200, '', { ETag: '"x"' });
          }
          case 'DELETE':
            objects.delete(key);
            return answer(204);
          case 'GET':
          case 'HEAD': {
            const downloadHeaders = {
              'Content-Type': searchParams.get('response-content-type') ?? 'binary/octet-stream',
              ...(searchParams.has('response-content-disposition') && {
                'Content-Disposition': searchParams.get('response-content-disposition') ?? '',
              }),
            };
            if (!object) return refuse(404, 'NoSuchKey');
            const headers = { ...downloadHeaders, ETag: `"${sha256(object).slice(0, 32)}"` };
            const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? [];
            if (start === undefined) return answer(200, object, headers);
            const part = object.subarray(Number(start), Number(end) + 1);
            return answer(206, part, { ...headers, 'Content-Range': `bytes ${start}-${end}/${object.length}` });
          }
          default:
            return refuse(405, 'MethodNotAllowed');
        }
      });
    })
    .listen(0, '127.0.0.1')
    .unref();
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  /** While `work` runs, the store answers that it is busy. */
  const whileBusy = async <R>(work: () => Promise<R>) => {
    isBusy = true;
    return work().finally(() => {
      isBusy = false;
    });
  };
  return {
    objects,
    locks,
    refused: rejectionCodes,
    whileBusy,
    env: { ...bucket, S3_ENDPOINT: url },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function pageOf(keys: readonly string[], query: URLSearchParams): string {
  const [prefix, afterKey] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
  const remainingKeys = keys.filter((key) => key.startsWith(prefix) && key > afterKey);
  const page = remainingKeys.slice(0, pageLength);
  const lastKey = page.at(-1);
  const continuation =
    remainingKeys.length > page.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${lastKey}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${continuation}${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`;
}
