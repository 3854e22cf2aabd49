/**
 * Addresses whose signature is the only credential. It covers and carries the organization: in front stand the digits of its id, behind
 * them the signature itself, all of it hexadecimal.
 */
import type { Secrets } from '../ports/secrets.ts';

export interface SignedAddress {
  readonly method: 'GET' | 'PUT';
  /** Of the record that it leads to. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly expires: number;
  /** How a file is shown. */
  readonly disposition?: string;
}

const use = 'address';
const textOf = ({ method, id, expires, disposition }: SignedAddress, organizationId: string) =>
  JSON.stringify([method, id, expires, disposition, organizationId]);

export function signatureOf(secrets: Secrets, address: SignedAddress, organizationId: string): string {
  return organizationId.slice('org_'.length) + Buffer.from(secrets.sign(use, textOf(address, organizationId)), 'base64url').toString('hex');
}

/** @returns the organization that the address is of; undefined when it was not signed so */
export function organizationSigned(secrets: Secrets, address: SignedAddress, signature: string): string | undefined {
  const [, digits, rest = ''] = /^([0-9a-f]{24})([0-9a-f]{64})$/.exec(signature) ?? [];
  if (digits === undefined) return undefined;
  const organizationId = `org_${digits}`;
  return secrets.verify(use, textOf(address, organizationId), Buffer.from(rest, 'hex').toString('base64url')) ? organizationId : undefined;
}

export function hasExpired({ expires }: SignedAddress): boolean {
  return expires * 1000 < Date.now();
}

/** The moment, in seconds since 1970, that is this many seconds away. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}
