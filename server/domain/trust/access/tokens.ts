/** The secret tokens in links, which are derived and never stored (trust-access, rule 17). */
import { hashOf } from '#platform/identity/keys';
import type { Secrets } from '#platform/ports/secrets';

/** The stored data of a token. */
export interface StoredToken {
  readonly tokenHash: string;
  /** The number of the token among those of the record. */
  readonly tokenCounter: number;
}

export interface Token extends StoredToken {
  readonly token: string;
}

/** @param id of the grant or agreement @returns its token: 32 URL-safe characters */
export function deriveToken(secrets: Pick<Secrets, 'sign'>, id: string, counter: number): Token {
  const token = secrets.sign('trust access', `${id} ${counter}`).slice(0, 32);
  return { token, tokenHash: hashOf(token), tokenCounter: counter };
}

/**
 * @param stored data of the record's token
 * @returns the current token. It is a new one when the stored one was derived from a secret that the installation no longer has.
 */
export function deriveCurrentToken(secrets: Pick<Secrets, 'sign'>, id: string, { tokenHash, tokenCounter }: StoredToken): Token {
  const token = deriveToken(secrets, id, tokenCounter);
  return token.tokenHash === tokenHash ? token : deriveToken(secrets, id, tokenCounter + 1);
}
