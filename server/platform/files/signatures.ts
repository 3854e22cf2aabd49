/**
 * Signs URLs of files, for which the signature is the only credential. It covers the organization and begins with it: the hexadecimal
 * digits of the organization's id are followed by those of the MAC.
 */
import type { Secrets } from '../ports/secrets.ts';

export interface SignedUrl {
  readonly method: 'GET' | 'PUT';
  /** Id of the record that the URL leads to. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly expires: number;
  /** How a browser presents the file. */
  readonly disposition?: string;
}

const purpose = 'address';
const macInput = ({ method, id, expires, disposition }: SignedUrl, organizationId: string) =>
  JSON.stringify([method, id, expires, disposition, organizationId]);

export function signatureOf(secrets: Secrets, address: SignedUrl, organizationId: string): string {
  return (
    organizationId.slice('org_'.length) + Buffer.from(secrets.sign(purpose, macInput(address, organizationId)), 'base64url').toString('hex')
  );
}

/** @returns the organization of the URL; undefined when the signature is invalid */
export function organizationOf(secrets: Secrets, address: SignedUrl, signature: string): string | undefined {
  const [, idDigits, macDigits = ''] = /^([0-9a-f]{24})([0-9a-f]{64})$/.exec(signature) ?? [];
  if (idDigits === undefined) return undefined;
  const organizationId = `org_${idDigits}`;
  return secrets.verify(purpose, macInput(address, organizationId), Buffer.from(macDigits, 'hex').toString('base64url'))
    ? organizationId
    : undefined;
}

export function hasExpired({ expires }: SignedUrl): boolean {
  return expires * 1000 < Date.now();
}

/** Returns the time this many seconds from now, in seconds since 1970. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
