/** Reports results about second factors. Several providers share this report. */
import type { CheckContext } from './manifest.ts';

export interface Account {
  /** The person's e-mail address, or the account name if there is none. */
  readonly key: string;
  readonly name: string;
  readonly hasSecondFactor: boolean;
  readonly evidence: object;
}

/** Reports one result for each account. @param remediation instructions for accounts without a second factor */
export function reportSecondFactors(
  { pass, fail }: Pick<CheckContext, 'pass' | 'fail'>,
  accounts: readonly Account[],
  remediation: string,
) {
  for (const { key, name, hasSecondFactor, evidence } of accounts) {
    const common = { resourceType: 'user', resourceId: key, evidence };
    if (hasSecondFactor) pass({ ...common, title: `${name} has a second factor`, description: 'The account asks for a second factor.' });
    else
      fail({ ...common, title: `${name} has no second factor`, description: 'The account is protected by a password alone.', remediation });
  }
}
