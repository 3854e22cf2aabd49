/** Ed25519 keys that sign audit log checkpoints, derived from the installation's secret so that all its servers have the same keys. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { secretsFrom } from './secrets.ts';

export interface CheckpointKey {
  /** SHA-256 of the public key (SPKI, DER), hex. */
  readonly id: string;
  /** PEM. */
  readonly publicKey: string;
  /** @param signature base64 */
  verify(text: string, signature: string): boolean;
}

export interface CheckpointKeys {
  readonly current: CheckpointKey & { /** @returns base64 */ sign(text: string): string };
  /** All keys of the installation: the current key, then the keys of former secrets. */
  readonly trusted: readonly CheckpointKey[];
}

/** PKCS #8 prefix of a 32-byte private key (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secret whose key signs @param formerSecrets earlier secrets, whose keys are still trusted */
export function checkpointKeysFrom(secret: string, formerSecrets: readonly string[]): CheckpointKeys {
  const privateKey = privateKeyFrom(secret);
  const current = {
    ...keyOf(createPublicKey(privateKey)),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
  return { current, trusted: [current, ...formerSecrets.map((formerSecret) => keyOf(createPublicKey(privateKeyFrom(formerSecret))))] };
}

/** @param pem one or more public keys @throws unless all keys are Ed25519 public keys */
export function parseCheckpointKeys(pem: string): CheckpointKey[] {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  const keys = blocks.map((block) => createPublicKey(block));
  if (!keys.length || keys.some(({ asymmetricKeyType }) => asymmetricKeyType !== 'ed25519'))
    throw new TypeError('no Ed25519 public key in PEM form');
  return keys.map(keyOf);
}

function privateKeyFrom(secret: string): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([pkcs8, secretsFrom(secret).key('audit checkpoints').export()]),
    format: 'der',
    type: 'pkcs8',
  });
}

function keyOf(publicKey: KeyObject): CheckpointKey {
  return {
    id: createHash('sha256')
      .update(publicKey.export({ format: 'der', type: 'spki' }))
      .digest('hex'),
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    verify: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  };
}
