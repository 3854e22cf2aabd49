/** Session tokens (JWT), issued by this installation or by its configured identity provider. */
import { createPublicKey } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Config } from '../config.ts';
import { RefusalError, refusal } from '../refusals/refusal.ts';
import type { Secrets } from '../ports/secrets.ts';
import { keySetAt, KeySetUnavailable } from './key-set.ts';
import { normalizeEmailOrText } from './email-address.ts';

/** The account that a valid token names, by its id or by an e-mail address that the issuer has verified. */
export type Subject = { readonly userId: string } | { readonly email: string };

/** The content of a valid token: the account, and the sign-in time (seconds since the epoch) if there is one. */
export interface Session {
  readonly subject: Subject;
  readonly since: number | undefined;
  /** When the token was issued. A token without that time counts as older than any `notBefore`. */
  readonly issuedAt: string;
  readonly expiresAt: string;
}

export interface Sessions {
  /** @returns undefined for an invalid token (forged, expired, not valid yet, for another audience) @throws RefusalError 503 while it cannot be validated */
  sessionOf(token: string): Promise<Session | undefined>;
  /** Issues a token. @throws when tokens are verified with a public key, because only the issuer has the private key */
  issue(userId: string, seconds: number): Promise<string>;
}

export function sessionsFrom({ secret, publicKey, jwksUrl, issuer, audience }: Config['session'], secrets: Secrets): Sessions {
  const expectedClaims = {
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
    requiredClaims: ['exp', 'sub'],
  };
  const issuesTokens = (publicKey === undefined && jwksUrl === undefined) || secret !== undefined;
  const hmacKey = secret === undefined ? secrets.key('session') : new TextEncoder().encode(secret);
  const asymmetricOptions = { ...expectedClaims, algorithms: ['RS256', 'ES256'] };
  const remoteKeys = jwksUrl === undefined ? undefined : keySetAt(new URL(jwksUrl));
  const pinnedKey = publicKey === undefined ? undefined : createPublicKey(publicKey);

  const verifiers: ((token: string) => Promise<{ payload: JWTPayload }>)[] = [
    ...(issuesTokens ? [(token: string) => jwtVerify(token, hmacKey, { ...expectedClaims, algorithms: ['HS256'] })] : []),
    ...(pinnedKey ? [(token: string) => jwtVerify(token, pinnedKey, asymmetricOptions)] : []),
    ...(remoteKeys ? [(token: string) => jwtVerify(token, remoteKeys, asymmetricOptions)] : []),
  ];
  return {
    async sessionOf(token) {
      for (const verify of verifiers) {
        try {
          return parseSession((await verify(token)).payload);
        } catch (error) {
          // Any other error means that the token is invalid: its form, key, algorithm or claims.
          if (error instanceof KeySetUnavailable) throw new RefusalError(refusal('unavailable'), error);
        }
      }
      return undefined;
    },
    async issue(userId, seconds) {
      if (!issuesTokens) throw new Error('session tokens are issued by another system: set SESSION_SECRET to issue tokens here');
      // Milliseconds let a new session work even if it begins in the same second in which the previous one was ended.
      const now = Date.now() / 1000;
      const token = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(userId).setIssuedAt(now).setExpirationTime(`${seconds}s`);
      if (issuer !== undefined) token.setIssuer(issuer);
      if (audience !== undefined) token.setAudience(audience);
      return token.sign(hmacKey);
    },
  };
}

function parseSession(payload: JWTPayload): Session | undefined {
  const subject = parseSubject(payload);
  const { iat = 0, exp = lastTime } = payload;
  const toIsoTime = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString();
  return (
    subject && {
      subject,
      since: iat > 0 && iat * 1000 <= Date.now() ? iat : undefined,
      issuedAt: toIsoTime(isStorableTime(iat) ? iat : 0),
      expiresAt: toIsoTime(Math.min(exp, lastTime)),
    }
  );
}

function parseSubject({ sub, email, email_verified: verified }: JWTPayload): Subject | undefined {
  if (typeof sub === 'string' && sub.startsWith('usr_')) return isSafeText(sub) ? { userId: sub } : undefined;
  return typeof email === 'string' && verified === true && isSafeText(email) ? { email: normalizeEmailOrText(email) } : undefined;
}

/** Returns whether the database can represent the time. */
function isStorableTime(seconds: number): boolean {
  return seconds >= 0 && seconds <= lastTime;
}
/** The end of the year 9999. */
const lastTime = 253_402_300_799;

/** Returns whether the text is safe to query the database with. */
function isSafeText(text: string): boolean {
  return text.isWellFormed() && /^[^\s\p{Cc}]{1,320}$/u.test(text);
}
