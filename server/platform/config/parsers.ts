/** Parsers for environment variables. Each takes the text of a variable and throws `InvalidValue` if it is invalid. */
import { createPublicKey } from 'node:crypto';
import { type Network, networkFrom } from '../ports/addresses.ts';
import { type AnchorPlace, anchorPlaceFrom } from '../ports/anchor-place.ts';

/** The message describes the expected value. */
export class InvalidValue extends Error {}

export function text(value: string): string {
  return value;
}
export function pathSegment(value: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(value)) throw new InvalidValue('lower-case letters, digits and hyphens');
  return value;
}
export function flag(value: string): boolean {
  if (value !== '0' && value !== '1') throw new InvalidValue('0 or 1');
  return value === '1';
}
export function integer(min: number, max: number) {
  return (value: string): number => {
    if (!/^\d{1,9}$/.test(value) || Number(value) < min || Number(value) > max)
      throw new InvalidValue(`a whole number from ${min} to ${max}`);
    return Number(value);
  };
}
export function bytes(value: string): number {
  if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(Number(value)))
    throw new InvalidValue(`a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
  return Number(value);
}
export function oneOf<T extends string>(...names: readonly T[]) {
  return (value: string): T => {
    const match = names.find((name) => name === value);
    if (match === undefined) throw new InvalidValue(`one of ${names.join(', ')}`);
    return match;
  };
}
export function urlWithProtocol(...protocols: readonly string[]) {
  return (value: string): string => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
      throw new InvalidValue(`an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return value.replace(/(?<!\/)\/+$/, '');
  };
}
export function anchor(value: string): AnchorPlace {
  const anchorPlace = anchorPlaceFrom(value);
  if (!anchorPlace)
    throw new InvalidValue(
      'an address such as file:///var/log/checkpoints.ndjson, s3://bucket/prefix or https://notary.example.com/checkpoints',
    );
  return anchorPlace;
}
/** Parses a comma-separated list and changes it to lower case. */
export function list(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
}
export function origins(value: string): string[] {
  const parsedOrigins = list(value);
  if (!parsedOrigins.every((origin) => /^https?:\/\/[^/*\s:]+(:(\*|\d+))?$/.test(origin)))
    throw new InvalidValue('origins such as https://app.example.com or http://localhost:*, separated by commas');
  return parsedOrigins;
}
export function secret(value: string): string {
  if (value.length < 32) throw new InvalidValue('at least 32 characters long');
  return value;
}
/** Returns a parser for a comma-separated list. @param parse parses one item */
export function listOf<T>(parse: (item: string) => T) {
  return (value: string): T[] =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(parse);
}
export function networks(value: string): Network[] {
  return list(value).map((item) => {
    const network = networkFrom(item);
    if (!network) throw new InvalidValue('networks such as 10.1.0.0/16, separated by commas');
    return network;
  });
}
export function apiKey(value: string): string {
  if (!/^cak_[0-9a-f]{64}$/.test(value)) throw new InvalidValue('cak_ and 64 hexadecimal digits');
  return value;
}
export function pem(value: string): string {
  // Some ways of setting a variable do not preserve line breaks.
  const lines = value.replaceAll('\\n', '\n');
  try {
    if (['rsa', 'ec'].includes(createPublicKey(lines).asymmetricKeyType ?? '')) return lines;
  } catch {
    // Text that is not a key gets the same error as a key of another type.
  }
  throw new InvalidValue('an RSA or elliptic curve public key in PEM form');
}
