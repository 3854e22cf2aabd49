import { hash, randomBytes } from 'node:crypto';

/** Returns a new API key: `cak_` and 32 random bytes in hex. */
export function newKey(): string {
  return `cak_${randomBytes(32).toString('hex')}`;
}

/** Returns whether the text can be a key, so that other texts need no lookup. */
export function isKey(text: string): boolean {
  return /^cak_[0-9a-f]{64}$/.test(text);
}

/** Returns the stored form of a key or token. 256 random bits need neither a salt nor a slow hash. */
export function hashOf(secret: string): string {
  return hash('sha256', secret);
}

/** Returns the part of a key that lists show, so that its owner recognizes it. */
export function keyPrefixOf(key: string): string {
  return key.slice(0, 8);
}
