/** Whether nothing reaches the main branch that nobody else has looked at. */
import type { Check } from '../../manifest.ts';
import { each } from '../../each.ts';
import { type Calling, find, isGitLab, itemsOf, list } from './client.ts';
import { githubProtections, type Protection } from './github-protection.ts';
import { chosenRepositories, type Repository, targetRepos } from './repositories.ts';

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
    const protections = await each(repositories, async (one) => ({ ...one, found: await protectionsOf(context, one) }));
    for (const { fullName, branch, found } of protections) {
      if (branch === undefined) {
        note('info', `${fullName} has no branch yet`);
        continue;
      }
      const together = togetherOf(found, least);
      const faults = together ? faultsOf(together, least) : ['it is not protected'];
      const about = { resourceType: 'repository', resourceId: `${fullName}:${branch}`, evidence: { branch, ...together } };
      if (faults.length === 0)
        pass({ ...about, title: `${fullName} is protected`, description: `Changes of ${branch} need ${together?.reviews} reviews.` });
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

/** All that protects a branch holds at once. Nobody can go around it if what holds for everybody is enough. */
function togetherOf(protections: readonly Protection[], least: number): Protection | undefined {
  if (protections.length === 0) return undefined;
  const most = (some: readonly Protection[]) => Math.max(0, ...some.map(({ reviews }) => reviews));
  const forAll = protections.filter(({ isForAll }) => isForAll);
  const [reviews, needsChecks] = [most(protections), protections.some((one) => one.needsChecks)];
  const isEnough = most(forAll) >= Math.min(reviews, least) && (!needsChecks || forAll.some((one) => one.needsChecks));
  return { reviews, needsChecks, isForAll: forAll.length > 0 && isEnough };
}

async function protectionsOf(source: Calling, repository: Repository): Promise<Protection[]> {
  const { path, branch, told } = repository;
  if (branch === undefined) return [];
  if (!isGitLab(source)) return githubProtections(source, repository, branch);
  const found = await find(source, `${path}/protected_branches/${encodeURIComponent(branch)}`);
  if (!found) return [];
  // Without a license for rules of approval the server answers 403 or 404.
  const rules = (await list(source, `${path}/approval_rules`, [403, 404])) ?? [];
  return [
    {
      reviews: Math.max(0, ...rules.map(({ approvals_required: count }) => Number(count ?? 0))),
      needsChecks: told.only_allow_merge_if_pipeline_succeeds === true,
      // Whoever may push needs no merge request.
      isForAll: itemsOf(found.push_access_levels).every((one) => one.access_level === 0) && found.allow_force_push !== true,
    },
  ];
}
