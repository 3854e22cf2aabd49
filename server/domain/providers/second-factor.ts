/** What a check says of an account and its second factor, whatever the system is that the account is of. */
import type { CheckContext } from './manifest.ts';

export interface Account {
  /** The address of its person, or else the name of the account. */
  readonly key: string;
  readonly name: string;
  readonly hasSecondFactor: boolean;
  readonly evidence: object;
}

/** @param accounts each of which is a result @param remediation of those without a second factor */
export function tellSecondFactors({ pass, fail }: Pick<CheckContext, 'pass' | 'fail'>, accounts: readonly Account[], remediation: string) {
  for (const { key, name, hasSecondFactor, evidence } of accounts) {
    const about = { resourceType: 'user', resourceId: key, evidence };
    if (hasSecondFactor) pass({ ...about, title: `${name} has a second factor`, description: 'The account asks for a second factor.' });
    else
      fail({ ...about, title: `${name} has no second factor`, description: 'The account is protected by a password alone.', remediation });
  }
}
