/** Creates certificates (X.509) for test servers, because no tool creates expired ones. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: readonly Uint8Array[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const name = (text: string) => sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(text)))));
const time = (date: Date) => tlv(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`;

export interface CertificateAndKey {
  readonly key: string;
  readonly cert: string;
}

const day = 86_400_000;

function certificate(
  issuer: { readonly name: string; readonly key?: KeyObject },
  subject: string,
  days: number,
  ...extensions: readonly Uint8Array[]
): CertificateAndKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name(issuer.name),
    sequence(time(new Date(Date.now() - 400 * day)), time(new Date(Date.now() + days * day))),
    name(subject),
    publicKey.export({ format: 'der', type: 'spki' }),
    tlv(0xa3, sequence(...extensions)),
  );
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', content, issuer.key ?? privateKey));
  return {
    cert: pem('CERTIFICATE', sequence(content, ecdsaWithSha256, signature)),
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  };
}

const authority = 'Authority of the tests';

/** The certificate authority that all apps of a run trust (app.ts). */
export function newAuthority(): CertificateAndKey {
  return certificate(
    { name: authority },
    authority,
    1,
    sequence(oid('551d13'), tlv(0x01, Buffer.from([0xff])), tlv(0x04, sequence(tlv(0x01, Buffer.from([0xff]))))),
  );
}

/**
 * Creates a certificate for `localhost` and 127.0.0.1, or for another host.
 * @param days until it expires; negative if it is expired @param issuerPair signs it; a certificate without an issuer is untrusted
 */
export function newCertificate(days: number, issuerPair?: CertificateAndKey, host?: string): CertificateAndKey {
  const names =
    host === undefined
      ? sequence(tlv(0x82, Buffer.from('localhost')), tlv(0x87, Buffer.from([127, 0, 0, 1])))
      : sequence(tlv(0x82, Buffer.from(host)));
  return certificate(
    issuerPair ? { name: authority, key: createPrivateKey(issuerPair.key) } : { name: 'localhost' },
    'localhost',
    days,
    sequence(oid('551d11'), tlv(0x04, names)),
  );
}
