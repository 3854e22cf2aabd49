/**
 * Encrypts data that must be recoverable, such as credentials of other systems (spec/areas/integrations/integrations, credential storage 1), by AES-256-GCM with a
 * scrypt key from the installation's secret, so that access to the database alone is not enough.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

export type ClearFields = Readonly<Record<string, string | readonly string[]>>;

/** One encrypted value, in base64. */
interface Sealed {
  readonly encrypted: string;
  readonly iv: string;
  readonly tag: string;
  readonly salt: string;
}
export type SealedFields = Readonly<Record<string, Sealed | readonly Sealed[]>>;

/** Decryption failed: the secret is unknown, or the data was changed. */
export class UnreadableCredentials extends Error {
  constructor(cause: unknown) {
    super('The stored credentials cannot be read. Replace them.', { cause });
  }
}

export interface Vault {
  /** @param owner id of the record with the fields. Values cannot be decrypted for another owner or field. */
  seal(owner: string, fields: ClearFields): Promise<{ readonly keyId: string; readonly sealed: SealedFields }>;
  /** @param sealed as stored @throws UnreadableCredentials */
  open(owner: string, keyId: string, sealed: unknown): Promise<ClearFields>;
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);
const keyFrom = (secret: string, salt: Buffer) => derive(secret, salt, 32, { N: 16_384, r: 8, p: 1 });
/** Identifies a secret without revealing it. */
const idOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'vault key id', 8)).toString('hex');

/** @param secret whose key encrypts @param formerSecrets earlier secrets, whose keys still decrypt */
export function vaultFrom(secret: string, formerSecrets: readonly string[]): Vault {
  const secrets = new Map([...formerSecrets, secret].map((anySecret) => [idOf(anySecret), anySecret]));
  return {
    async seal(owner, fields) {
      // All fields of one call are encrypted with one key, because deriving a key is deliberately slow.
      const salt = randomBytes(16);
      const key = await keyFrom(secret, salt);
      const seal = (value: string, ...position: readonly (string | number)[]): Sealed => {
        const iv = randomBytes(12);
        const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundData(owner, position));
        const encrypted = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
        return {
          encrypted: encrypted.toString('base64'),
          iv: iv.toString('base64'),
          tag: cipher.getAuthTag().toString('base64'),
          salt: salt.toString('base64'),
        };
      };
      return { keyId: idOf(secret), sealed: mapFields(fields, seal) };
    },
    async open(owner, keyId, sealed) {
      const keySecret = secrets.get(keyId);
      if (keySecret === undefined) throw new UnreadableCredentials(new Error('the value was encrypted with an unknown secret'));
      if (!isSealed(sealed)) throw new UnreadableCredentials(new Error('the value was not encrypted by this service'));
      const salts = new Set(
        Object.values(sealed)
          .flat()
          .map(({ salt }) => salt),
      );
      const keys = new Map(
        await Promise.all([...salts].map(async (salt) => [salt, await keyFrom(keySecret, Buffer.from(salt, 'base64'))] as const)),
      );
      return mapFields(sealed, ({ encrypted, iv, tag, salt }: Sealed, ...position) => {
        try {
          const decipher = createDecipheriv('aes-256-gcm', keys.get(salt) ?? '', Buffer.from(iv, 'base64'))
            .setAAD(boundData(owner, position))
            .setAuthTag(Buffer.from(tag, 'base64'));
          return Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()]).toString('utf8');
        } catch (error) {
          throw new UnreadableCredentials(error);
        }
      });
    },
  };
}

const boundData = (owner: string, position: readonly (string | number)[]) => Buffer.from(JSON.stringify([owner, ...position]));

/** Maps each value with its position: the field and, in a list, its index. */
function mapFields<From, To>(
  fields: Readonly<Record<string, From | readonly From[]>>,
  map: (value: From, ...position: readonly (string | number)[]) => To,
): Readonly<Record<string, To | readonly To[]>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isList(value) ? value.map((item, index) => map(item, name, index)) : map(value, name),
    ]),
  );
}
function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

function isSealed(stored: unknown): stored is SealedFields {
  return (
    typeof stored === 'object' && stored !== null && Object.values(stored).every((value: unknown) => [value].flat().every(isSealedValue))
  );
}
function isSealedValue(value: unknown): value is Sealed {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['encrypted', 'iv', 'tag', 'salt'].every((part) => typeof Object.entries(value).find(([name]) => name === part)?.[1] === 'string')
  );
}
