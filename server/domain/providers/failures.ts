/** Why a provider could not be used. Beside these there is `Unreachable`, of the connection itself. */
import { Unreachable } from '../../platform/ports/unreachable.ts';
import { Unreadable } from '../../platform/ports/vault.ts';
import { redacted } from './redaction.ts';

class ProviderFailure extends Error {
  /** What the provider answered, as it stands. */
  readonly said: string;
  constructor(message: string, said = '') {
    super(message);
    this.said = said;
  }
}

/** The system does not accept the credentials. They have to be replaced. */
export class CredentialsRefused extends ProviderFailure {}

/** It answered, and not as it should: nothing can be concluded from that. */
export class UnexpectedAnswer extends ProviderFailure {}

/** The organization has not said what it takes. */
export class Incomplete extends Error {}

/** Whether this is the provider failing, or what is stored for it, and no bug of ours. */
export function isFailure(error: unknown): error is ProviderFailure | Incomplete | Unreachable | Unreadable {
  return error instanceof ProviderFailure || error instanceof Incomplete || error instanceof Unreachable || error instanceof Unreadable;
}

/** What may be stored and shown of it. @param secrets of the connection */
export function reasonOf(error: Error, secrets: readonly string[]): { readonly message: string; readonly details: string | undefined } {
  // Redacted before it is cut, because half a secret is not known as one.
  const said = error instanceof ProviderFailure ? redacted(error.said.slice(0, 4_000), secrets).slice(0, 500).trim() : '';
  return { message: redacted(error.message, secrets), details: said || undefined };
}

/** The same in one line. */
export function lineOf(error: Error, secrets: readonly string[]): string {
  const { message, details } = reasonOf(error, secrets);
  return details === undefined ? message : `${message}: ${details}`;
}
