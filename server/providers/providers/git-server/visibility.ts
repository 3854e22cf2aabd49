/** Checks that repositories are not public. */
import type { Check } from '../../manifest.ts';
import { listChosenRepositories, targetRepos } from './repositories.ts';

export const privateRepositories: Check = {
  id: 'private-repositories',
  name: 'Repositories are private',
  description: 'No repository can be read by everybody.',
  service: 'repositories',
  severity: 'medium',
  variables: [targetRepos],
  async run(context) {
    for (const { fullName, isPrivate } of await listChosenRepositories(context)) {
      const common = { resourceType: 'repository', resourceId: fullName, evidence: { isPrivate } };
      if (isPrivate) context.pass({ ...common, title: `${fullName} is private`, description: 'Only those who are let in can read it.' });
      else
        context.fail({
          ...common,
          title: `${fullName} is public`,
          description: 'Everybody can read it.',
          remediation: 'Make the repository private, or leave it out of the check if it is public on purpose.',
        });
    }
  },
};
