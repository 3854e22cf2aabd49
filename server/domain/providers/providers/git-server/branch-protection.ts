/** Whether nothing reaches the main branch that nobody else has looked at. */
import type { Check } from '../../manifest.ts';
import { type Calling, each, fieldsOf, find, isGitLab, itemsOf, list } from './client.ts';
import { chosenRepositories, type Repository, targetRepos } from './repositories.ts';

interface Protection {
  /** Approvals that a merge needs. */
  readonly reviews: number;
  readonly needsChecks: boolean;
  /** Whether nobody, administrators included, can go around it. */
  readonly isForAll: boolean;
}

export const branchProtection: Check = {
  id: 'branch-protection',
  name: 'Changes of the main branch are reviewed',
  description: 'The branch takes changes only with reviews and passing checks, also from administrators.',
  service: 'repositories',
  task: 'code-changes',
  severity: 'high',
  variables: [
    targetRepos,
    { id: 'required_reviews', label: 'Reviews that a change needs', type: 'number', default: 1, helpText: 'At least 1.' },
  ],
  async run(context) {
    const { note, pass, fail, variables } = context;
    const least = Math.max(1, Number(variables.required_reviews ?? 1));
    const repositories = await chosenRepositories(context);
    note('info', `${repositories.length} repositories`);
    const protections = await each(repositories, async (one) => ({ ...one, found: await protectionOf(context, one) }));
    for (const { fullName, branch, found } of protections) {
      if (branch === undefined) {
        note('info', `${fullName} has no branch yet`);
        continue;
      }
      const faults = found ? faultsOf(found, least) : ['it is not protected'];
      const about = { resourceType: 'repository', resourceId: `${fullName}:${branch}`, evidence: { branch, ...found } };
      if (faults.length === 0)
        pass({ ...about, title: `${fullName} is protected`, description: `Changes of ${branch} need ${found?.reviews} reviews.` });
      else
        fail({
          ...about,
          title: `${fullName} takes changes without control`,
          description: `Of the branch ${branch}: ${faults.join('; ')}.`,
          remediation: 'Protect the branch: demand reviews and passing checks, and let nobody go around them.',
        });
    }
  },
};

function faultsOf({ reviews, needsChecks, isForAll }: Protection, least: number): string[] {
  return [
    ...(reviews < least ? [`a change needs ${reviews} reviews, not ${least}`] : []),
    ...(needsChecks ? [] : ['a change needs no passing checks']),
    ...(isForAll ? [] : ['some may change it without a review']),
  ];
}

async function protectionOf(source: Calling, repository: Repository): Promise<Protection | undefined> {
  const { path, branch, told } = repository;
  if (branch === undefined) return undefined;
  if (!isGitLab(source)) {
    const found = await find(source, `${path}/branches/${encodeURIComponent(branch)}/protection`);
    const checks = fieldsOf(found?.required_status_checks);
    return (
      found && {
        reviews: Number(fieldsOf(found.required_pull_request_reviews).required_approving_review_count ?? 0),
        needsChecks: [checks.checks, checks.contexts].some((names) => Array.isArray(names) && names.length > 0),
        isForAll: fieldsOf(found.enforce_admins).enabled === true,
      }
    );
  }
  const found = await find(source, `${path}/protected_branches/${encodeURIComponent(branch)}`);
  if (!found) return undefined;
  // Without a license for rules of approval the server answers 403 or 404.
  const rules = (await list(source, `${path}/approval_rules`, [403, 404])) ?? [];
  return {
    reviews: Math.max(0, ...rules.map(({ approvals_required: count }) => Number(count ?? 0))),
    needsChecks: told.only_allow_merge_if_pipeline_succeeds === true,
    // Whoever may push needs no merge request.
    isForAll: itemsOf(found.push_access_levels).every((one) => one.access_level === 0) && found.allow_force_push !== true,
  };
}
