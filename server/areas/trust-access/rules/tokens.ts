/** The secrets at the end of links, which are derived and never stored (spec/areas/trust-access, rule 17). */
import { hashOf } from '../../../platform/identity/keys.ts';
import type { Secrets } from '../../../platform/ports/secrets.ts';

/** What is stored of a token. */
export interface StoredToken {
  readonly tokenHash: string;
  /** Counts the tokens that the record has had. */
  readonly tokenCounter: number;
}

export interface Token extends StoredToken {
  readonly token: string;
}

/** @param id of the grant or the agreement @returns its token: 32 characters that may stand in an address */
export function tokenOf(secrets: Pick<Secrets, 'sign'>, id: string, counter: number): Token {
  const token = secrets.sign('trust access', `${id} ${counter}`).slice(0, 32);
  return { token, tokenHash: hashOf(token), tokenCounter: counter };
}

/**
 * @param stored of the record
 * @returns its present token. It is a new one when the stored one was derived from a secret that the installation has no longer.
 */
export function presentToken(secrets: Pick<Secrets, 'sign'>, id: string, { tokenHash, tokenCounter }: StoredToken): Token {
  const token = tokenOf(secrets, id, tokenCounter);
  return token.tokenHash === tokenHash ? token : tokenOf(secrets, id, tokenCounter + 1);
}
