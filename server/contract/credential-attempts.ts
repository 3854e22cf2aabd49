/**
 * How many credentials may be tried (spec/conventions, 6): so many failures a minute from one address, and then nothing is looked up for it that
 * was not good before. Who is behind the same address and has what was good goes on.
 */
import type { Response } from 'express';
import type { Account } from '../platform/identity/account.ts';
import type { Actor } from '../platform/identity/actor.ts';
import type { Claim } from '../platform/identity/credentials.ts';
import { RefusalError } from '../platform/refusals/refusal.ts';
import { refuse, tell } from './rate-headers.ts';
import type { Limiter } from './rate-limit.ts';

/** Answers what a credential is worth. @throws RefusalError */
export type Accept = (claim: Claim, address: string, res: Response) => Promise<Actor | Account>;

/** How long (ms) what was good is known, and how many of these. */
const recently = 24 * 3_600_000;
const maxKnown = 20_000;

/** @param failures undefined when any number may be tried */
export function credentialLimiter(failures: Limiter | undefined): Accept {
  if (!failures) return (claim) => claim.caller();
  /** When each was good last; the one that was so longest ago is first. */
  const good = new Map<string, number>();
  function note(mark: string) {
    good.delete(mark);
    good.set(mark, performance.now());
    for (const oldest of good.keys()) {
      if (good.size <= maxKnown) return;
      good.delete(oldest);
    }
  }
  return async (claim, address, res) => {
    const { mark } = claim;
    const counter = `${claim.subject ?? address} ${failures.name}`;
    const wasGood = (good.get(mark) ?? -Infinity) > performance.now() - recently;
    // Counted before it is looked up: of many at once, no more than the limit are.
    const standing = wasGood ? undefined : failures.take(counter);
    if (standing?.allowed === false) refuse(res, [[failures, standing]]);
    try {
      const caller = await claim.caller();
      if (standing) failures.giveBack(counter);
      note(mark);
      return caller;
    } catch (error) {
      if (isFailure(error)) {
        good.delete(mark);
        tell(res, [[failures, standing ?? failures.take(counter)]]);
      } else if (standing) {
        failures.giveBack(counter);
      }
      throw error;
    }
  };
}

/** Whether the credential was wrong; 404 and 410 are of access tokens. */
function isFailure(error: unknown): boolean {
  return error instanceof RefusalError && [401, 404, 410].includes(error.status);
}
