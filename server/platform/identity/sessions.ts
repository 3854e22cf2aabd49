/** Session tokens (JWT): issued by this installation or by the identity provider it is configured for. */
import { createPublicKey } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Config } from '../config.ts';
import { RefusalError, refusal } from '../refusals/refusal.ts';
import type { Secrets } from '../ports/secrets.ts';
import { keySetAt, KeySetAway } from './key-set.ts';

/** The account that a valid token names: by its id, or by an e-mail address that the issuer has verified. */
export type Subject = { readonly userId: string } | { readonly email: string };

/** The content of a valid token: the account, and the time of signing in (seconds since the epoch) if there is one. */
export interface Session {
  readonly subject: Subject;
  readonly since: number | undefined;
}

export interface Sessions {
  /** @returns undefined for an invalid token (forged, expired, not valid yet, for others) @throws RefusalError 503 while this is unknown */
  sessionOf(token: string): Promise<Session | undefined>;
  /** A token of our own. @throws when tokens are verified with a public key, whose private half is elsewhere */
  issue(userId: string, seconds: number): Promise<string>;
}

export function sessionsFrom({ secret, publicKey, jwksUrl, issuer, audience }: Config['session'], secrets: Secrets): Sessions {
  const expected = { ...(issuer !== undefined && { issuer }), ...(audience !== undefined && { audience }), requiredClaims: ['exp', 'sub'] };
  const ours = (publicKey === undefined && jwksUrl === undefined) || secret !== undefined;
  const shared = secret === undefined ? secrets.key('session') : new TextEncoder().encode(secret);
  const asymmetric = { ...expected, algorithms: ['RS256', 'ES256'] };
  const remote = jwksUrl === undefined ? undefined : keySetAt(new URL(jwksUrl));
  const pinned = publicKey === undefined ? undefined : createPublicKey(publicKey);

  const verifiers: ((token: string) => Promise<{ payload: JWTPayload }>)[] = [
    ...(ours ? [(token: string) => jwtVerify(token, shared, { ...expected, algorithms: ['HS256'] })] : []),
    ...(pinned ? [(token: string) => jwtVerify(token, pinned, asymmetric)] : []),
    ...(remote ? [(token: string) => jwtVerify(token, remote, asymmetric)] : []),
  ];
  return {
    async sessionOf(token) {
      for (const verify of verifiers) {
        try {
          return sessionIn((await verify(token)).payload);
        } catch (error) {
          // Whatever else is wrong is wrong with the token: its form, its key, its algorithm, its claims.
          if (error instanceof KeySetAway) throw new RefusalError(refusal('unavailable'), error);
        }
      }
      return undefined;
    },
    async issue(userId, seconds) {
      if (!ours) throw new Error('session tokens are issued by another system: set SESSION_SECRET to issue tokens here');
      const token = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(userId).setIssuedAt().setExpirationTime(`${seconds}s`);
      if (issuer !== undefined) token.setIssuer(issuer);
      if (audience !== undefined) token.setAudience(audience);
      return token.sign(shared);
    },
  };
}

function sessionIn(payload: JWTPayload): Session | undefined {
  const subject = subjectIn(payload);
  const { iat = 0 } = payload;
  return subject && { subject, since: iat > 0 && iat * 1000 <= Date.now() ? iat : undefined };
}

function subjectIn({ sub, email, email_verified: verified }: JWTPayload): Subject | undefined {
  if (typeof sub === 'string' && sub.startsWith('usr_')) return isPlain(sub) ? { userId: sub } : undefined;
  return typeof email === 'string' && verified === true && isPlain(email) ? { email: email.toLowerCase() } : undefined;
}

/** Whether the database can be asked about it. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && /^[^\s\p{Cc}]{1,320}$/u.test(text);
}
