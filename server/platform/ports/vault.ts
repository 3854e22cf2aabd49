/**
 * Keeps what must be had again in clear, such as the credentials of other systems (spec/areas/integrations, credential storage 1).
 * AES-256-GCM with a key from the secret of the installation by scrypt, so that whoever has the database has nothing yet.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

export type Clear = Readonly<Record<string, string | readonly string[]>>;

/** One value, base64. */
interface Sealed {
  readonly encrypted: string;
  readonly iv: string;
  readonly tag: string;
  readonly salt: string;
}
export type SealedFields = Readonly<Record<string, Sealed | readonly Sealed[]>>;

/** What cannot be opened: the secret is not known, or something was changed. */
export class Unreadable extends Error {
  constructor(cause: unknown) {
    super('The stored credentials cannot be read. Replace them.', { cause });
  }
}

export interface Vault {
  /** @param owner id of the record that the fields are of: nothing of it can be opened as another's, nor a field as another */
  seal(owner: string, fields: Clear): Promise<{ readonly keyId: string; readonly sealed: SealedFields }>;
  /** @param sealed as it was stored. @throws Unreadable */
  open(owner: string, keyId: string, sealed: unknown): Promise<Clear>;
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number }, Buffer>(scrypt);
const keyFrom = (secret: string, salt: Buffer) => derive(secret, salt, 32, { N: 16_384, r: 8, p: 1 });
/** Names a secret without revealing it. */
const idOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'vault key id', 8)).toString('hex');

/** @param secret encrypts @param former earlier secrets, which still decrypt what they encrypted */
export function vaultFrom(secret: string, former: readonly string[]): Vault {
  const secrets = new Map([...former, secret].map((one) => [idOf(one), one]));
  return {
    async seal(owner, fields) {
      // One key for all fields of a version: deriving it is meant to be slow.
      const salt = randomBytes(16);
      const key = await keyFrom(secret, salt);
      const seal = (value: string, ...place: readonly (string | number)[]): Sealed => {
        const iv = randomBytes(12);
        const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(owner, place));
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
      const known = secrets.get(keyId);
      if (known === undefined) throw new Unreadable(new Error('the value was encrypted with an unknown secret'));
      if (!isSealed(sealed)) throw new Unreadable(new Error('the value was not encrypted by this service'));
      const salts = new Set(
        Object.values(sealed)
          .flat()
          .map(({ salt }) => salt),
      );
      const keys = new Map(
        await Promise.all([...salts].map(async (salt) => [salt, await keyFrom(known, Buffer.from(salt, 'base64'))] as const)),
      );
      return mapFields(sealed, ({ encrypted, iv, tag, salt }: Sealed, ...place) => {
        try {
          const decipher = createDecipheriv('aes-256-gcm', keys.get(salt) ?? '', Buffer.from(iv, 'base64'))
            .setAAD(boundTo(owner, place))
            .setAuthTag(Buffer.from(tag, 'base64'));
          return Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()]).toString('utf8');
        } catch (error) {
          throw new Unreadable(error);
        }
      });
    },
  };
}

const boundTo = (owner: string, place: readonly (string | number)[]) => Buffer.from(JSON.stringify([owner, ...place]));

/** Each value with its place: the field, and in a list its number. */
function mapFields<From, To>(
  fields: Readonly<Record<string, From | readonly From[]>>,
  map: (value: From, ...place: readonly (string | number)[]) => To,
): Readonly<Record<string, To | readonly To[]>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isList(value) ? value.map((one, index) => map(one, name, index)) : map(value, name),
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
