/** Cryptography based on the installation's secret, with a derived key for each purpose. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { directoryMode, fileMode } from './modes.ts';

export interface Secrets {
  /** Returns a signature of `text` in base64url that is valid for this `purpose` only. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
  /** Encrypts (AES-256-GCM); only the same `purpose` decrypts. */
  encrypt(purpose: string, plaintext: Uint8Array): Buffer;
  /** Encrypts as `encrypt` does, but the same text always results in the same bytes. */
  encryptRepeatably(purpose: string, plaintext: Uint8Array): Buffer;
  /** @throws when the data was changed, or encrypted for another purpose */
  decrypt(purpose: string, sealed: Uint8Array): Buffer;
  /** Returns 32 bytes for a purpose that needs a key of its own. */
  key(purpose: string): KeyObject;
}

/** @param secret at least 32 characters */
export function secretsFrom(secret: string): Secrets {
  const keys = new Map<string, KeyObject>();
  // Key objects are faster: Node converts raw bytes for each operation, which takes longer than the operation.
  const root = createSecretKey(secret, 'utf8');
  const derive = (purpose: string) => createSecretKey(Buffer.from(hkdfSync('sha256', root, '', purpose, 32)));
  // Keys are cached, except for purposes that contain a value of a request (after a colon).
  const key = (purpose: string) => {
    const derivedKey = keys.get(purpose) ?? derive(purpose);
    if (!purpose.includes(':')) keys.set(purpose, derivedKey);
    return derivedKey;
  };
  const sign = (purpose: string, text: string) => createHmac('sha256', key(purpose)).update(text).digest('base64url');
  const encryptWith = (purpose: string, plaintext: Uint8Array, nonce: Uint8Array) => {
    const cipher = createCipheriv('aes-256-gcm', key(purpose), nonce);
    return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  };
  return {
    key,
    sign,
    verify(purpose, text, signature) {
      const [sentBytes, expectedBytes] = [Buffer.from(signature), Buffer.from(sign(purpose, text))];
      return sentBytes.length === expectedBytes.length && timingSafeEqual(sentBytes, expectedBytes);
    },
    encrypt: (purpose, plaintext) => encryptWith(purpose, plaintext, randomBytes(12)),
    encryptRepeatably(purpose, plaintext) {
      // A nonce that depends on the text repeats only with the same text, so it reveals nothing but that.
      const nonce = createHmac('sha256', key(purpose)).update('nonce').update(plaintext).digest().subarray(0, 12);
      return encryptWith(purpose, plaintext, nonce);
    },
    decrypt(purpose, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(-16));
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
    },
  };
}

/** Returns the secret stored in `dataDir`, if there is one. */
export function readSecret(dataDir: string): string | undefined {
  try {
    return readFileSync(path.join(dataDir, 'secret'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the stored secret. The first process creates it. */
export function ensureSecret(dataDir: string): string {
  const storedSecret = readSecret(dataDir);
  if (storedSecret !== undefined) return storedSecret;
  const file = path.join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true, mode: directoryMode });
  // The secret is written under another name and linked into place, so that readers see all of it or nothing.
  const draft = `${file}.${process.pid}`;
  const descriptor = openSync(draft, 'w', fileMode);
  writeSync(descriptor, randomBytes(32).toString('base64url'));
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}
