/** Errors for providers that could not be used. `Unreachable`, for network errors, is a separate class. */
import { missingPackagesFor } from '#platform/optional-packages';
import { Unreachable } from '#platform/ports/unreachable';
import { UnreadableCredentials } from '#platform/ports/vault';
import { redact } from './redaction.ts';

class ProviderFailure extends Error {
  /** The provider's response, unmodified. */
  readonly answer: string;
  constructor(message: string, answer = '') {
    super(message);
    this.answer = answer;
  }
}

/** The provider has rejected the credentials, so they must be replaced. */
export class CredentialsRefused extends ProviderFailure {}

/** The provider has responded in an unexpected way, so nothing can be concluded. */
export class UnexpectedAnswer extends ProviderFailure {}

/** The packages for reading this provider are not installed. */
export class NotInstalled extends ProviderFailure {}

/** @throws NotInstalled if packages for this purpose are missing */
export function requirePackages(purpose: Parameters<typeof missingPackagesFor>[0]): void {
  const missingMessage = missingPackagesFor(purpose);
  if (missingMessage !== undefined) throw new NotInstalled(missingMessage);
}

/** The organization has not set a required value. */
export class MissingValue extends Error {}

/** @returns whether the error is a failure of the provider or of its settings, and not a bug in this service */
export function isProviderFailure(error: unknown): error is ProviderFailure | MissingValue | Unreachable | UnreadableCredentials {
  return (
    error instanceof ProviderFailure ||
    error instanceof MissingValue ||
    error instanceof Unreachable ||
    error instanceof UnreadableCredentials
  );
}

/** Limits in characters: the text searched for secrets, the text shown, and the cut-off end, which may contain part of a secret. */
const limits = { searched: 32_768, shown: 500, partial: 1_000 } as const;

/** @returns the error for storage and display, without secrets @param secrets the secrets of the connection */
export function reasonOf(error: Error, secrets: readonly string[]): { readonly message: string; readonly details: string | undefined } {
  const details = error instanceof ProviderFailure ? redactDetails(error.answer, secrets) : '';
  return { message: redact(error.message, secrets), details: details || undefined };
}

/** Drops the end of a long answer after the search, because it may contain an unrecognized part of a secret. */
function redactDetails(answer: string, secrets: readonly string[]): string {
  const text = redact(answer.slice(0, limits.searched), secrets);
  const safeLength = answer.length > limits.searched ? Math.max(0, text.length - limits.partial) : text.length;
  return text.slice(0, Math.min(safeLength, limits.shown)).trim();
}

/** @returns the error as a single line, for storage and display, without secrets */
export function reasonLineOf(error: Error, secrets: readonly string[]): string {
  const { message, details } = reasonOf(error, secrets);
  return details === undefined ? message : `${message}: ${details}`;
}
