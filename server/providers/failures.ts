/** Errors for a provider that could not be used. `Unreachable`, an error of the network connection, is a separate class. */
import { missingPackagesFor } from '#platform/optional-packages';
import { Unreachable } from '#platform/ports/unreachable';
import { UnreadableCredentials } from '#platform/ports/vault';
import { redact } from './redaction.ts';

class ProviderFailure extends Error {
  /** The provider's answer, unmodified. */
  readonly answer: string;
  constructor(message: string, answer = '') {
    super(message);
    this.answer = answer;
  }
}

/** The system rejects the credentials. They have to be replaced. */
export class CredentialsRefused extends ProviderFailure {}

/** The provider answered in an unexpected way, so no conclusion can be drawn. */
export class UnexpectedAnswer extends ProviderFailure {}

/** This installation lacks packages that the provider is read with. */
export class NotInstalled extends ProviderFailure {}

/** @throws NotInstalled */
export function requirePackages(purpose: Parameters<typeof missingPackagesFor>[0]): void {
  const missing = missingPackagesFor(purpose);
  if (missing !== undefined) throw new NotInstalled(missing);
}

/** The organization has not provided a required value. */
export class MissingValue extends Error {}

/** Whether the error is a failure of the provider or its stored settings, as opposed to a bug in this service. */
export function isProviderFailure(error: unknown): error is ProviderFailure | MissingValue | Unreachable | UnreadableCredentials {
  return (
    error instanceof ProviderFailure ||
    error instanceof MissingValue ||
    error instanceof Unreachable ||
    error instanceof UnreadableCredentials
  );
}

/** Limits in characters: the searched text, the displayed text, and the longest partial secret at the end of the searched text. */
const limits = { searched: 32_768, shown: 500, partial: 1_000 } as const;

/** The error for storage and display, without secrets. @param secrets of the connection */
export function reasonOf(error: Error, secrets: readonly string[]): { readonly message: string; readonly details: string | undefined } {
  const details = error instanceof ProviderFailure ? detailsIn(error.answer, secrets) : '';
  return { message: redact(error.message, secrets), details: details || undefined };
}

/** Cuts off the end of a searched prefix, which may contain an unrecognized part of a secret. */
function detailsIn(answer: string, secrets: readonly string[]): string {
  const text = redact(answer.slice(0, limits.searched), secrets);
  const whole = answer.length > limits.searched ? Math.max(0, text.length - limits.partial) : text.length;
  return text.slice(0, Math.min(whole, limits.shown)).trim();
}

/** The same as a single line. */
export function reasonLineOf(error: Error, secrets: readonly string[]): string {
  const { message, details } = reasonOf(error, secrets);
  return details === undefined ? message : `${message}: ${details}`;
}
