import { hash, randomBytes } from 'node:crypto';

/** A new API key: `cak_` and 32 random bytes in hex. */
export function newKey(): string {
  return `cak_${randomBytes(32).toString('hex')}`;
}

/** Whether this may be one; anything else need not be looked up. */
export function isKey(text: string): boolean {
  return /^cak_[0-9a-f]{64}$/.test(text);
}

/** What is stored of a key or token. 256 random bits need neither salt nor a slow hash. */
export function hashOf(secret: string): string {
  return hash('sha256', secret);
}

/** What a list shows of a key, so that its owner recognises it. */
export function keyPrefixOf(key: string): string {
  return key.slice(0, 8);
}
