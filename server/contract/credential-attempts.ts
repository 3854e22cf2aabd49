/**
 * Limits failed credentials per minute for each account or client network (spec/conventions, 6). Above the limit, only credentials that
 * recently worked are still looked up, so other people in the same network can continue.
 */
import type { Response } from 'express';
import type { Account } from '#platform/identity/account';
import type { Actor } from '#platform/identity/actor';
import type { Claim } from '#platform/identity/credentials';
import { RefusalError } from '#platform/refusals/refusal';
import { throwRateLimited, setRateHeaders } from './rate-headers.ts';
import type { Limiter } from './rate-limit.ts';

/** Resolves a credential to its actor or account. @throws RefusalError */
export type AcceptCredential = (claim: Claim, clientNetwork: string, res: Response) => Promise<Actor | Account>;

/** Milliseconds for which a working credential is remembered. */
const memoryMs = 24 * 3_600_000;
/** Maximum number of remembered credentials. */
const maxRemembered = 20_000;

/** @param failures undefined when attempts are unlimited */
export function credentialLimiter(failures: Limiter | undefined): AcceptCredential {
  if (!failures) return (claim) => claim.caller();
  /** When each credential last worked, oldest first. */
  const lastSuccesses = new Map<string, number>();
  function remember(mark: string) {
    lastSuccesses.delete(mark);
    lastSuccesses.set(mark, performance.now());
    for (const oldest of lastSuccesses.keys()) {
      if (lastSuccesses.size <= maxRemembered) return;
      lastSuccesses.delete(oldest);
    }
  }
  return async (claim, clientNetwork, res) => {
    const { mark } = claim;
    const counter = `${claim.subject ?? clientNetwork} ${failures.name}`;
    const hasRecentSuccess = (lastSuccesses.get(mark) ?? -Infinity) > performance.now() - memoryMs;
    // The attempt is counted before the lookup, so that concurrent attempts cannot exceed the limit.
    const status = hasRecentSuccess ? undefined : failures.take(counter);
    if (status?.allowed === false) throwRateLimited(res, [[failures, status]]);
    try {
      const caller = await claim.caller();
      if (status) failures.giveBack(counter);
      remember(mark);
      return caller;
    } catch (error) {
      if (isFailure(error)) {
        lastSuccesses.delete(mark);
        setRateHeaders(res, [[failures, status ?? failures.take(counter)]]);
      } else if (status) {
        failures.giveBack(counter);
      }
      throw error;
    }
  };
}

/** Returns whether the credential was wrong. 404 and 410 are the answers to bad access tokens. */
function isFailure(error: unknown): boolean {
  return error instanceof RefusalError && [401, 404, 410].includes(error.status);
}
