/** Derives the secret tokens in links, so that only their hashes are stored (trust-access, rule 17). */
import { hashOf } from '#platform/identity/keys';
import type { Secrets } from '#platform/ports/secrets';

/** The stored data of a token. */
export interface StoredToken {
  readonly tokenHash: string;
  /** The number of the token: each new token of the record has the next number. */
  readonly tokenCounter: number;
}

export interface Token extends StoredToken {
  readonly token: string;
}

/** @param id the id of the grant or agreement @returns its token, which has 32 URL-safe characters */
export function deriveToken(secrets: Pick<Secrets, 'sign'>, id: string, counter: number): Token {
  const token = secrets.sign('trust access', `${id} ${counter}`).slice(0, 32);
  return { token, tokenHash: hashOf(token), tokenCounter: counter };
}

/**
 * @param id the id of the grant or agreement
 * @returns the current token; or the next token, if the installation no longer has the secret from which the current token was derived
 */
export function deriveCurrentToken(secrets: Pick<Secrets, 'sign'>, id: string, { tokenHash, tokenCounter }: StoredToken): Token {
  const token = deriveToken(secrets, id, tokenCounter);
  return token.tokenHash === tokenHash ? token : deriveToken(secrets, id, tokenCounter + 1);
}
