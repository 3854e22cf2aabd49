/** Checks that every change of the main branch is reviewed by another person. */
import type { Check } from '../../manifest.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { pathSegment } from '../../path-segment.ts';
import { type GitServerSource, find, isGitLab, toItems, list } from './client.ts';
import { findGithubProtections, type Protection } from './github-protection.ts';
import { listChosenRepositories, type Repository, targetRepos } from './repositories.ts';

export const branchProtection: Check = {
  id: 'branch-protection',
  name: 'Changes of the main branch are reviewed',
  description: 'The branch takes changes only with reviews and passing checks, also from administrators.',
  service: 'repositories',
  task: 'code-changes',
  severity: 'high',
  variables: [
    targetRepos,
    { id: 'required_reviews', label: 'Reviews that a change needs', type: 'number', role: 'other', default: 1, helpText: 'At least 1.' },
  ],
  async run(context) {
    const { note, pass, fail, variables } = context;
    const minReviews = Math.max(1, Number(variables.required_reviews ?? 1));
    const repositories = await listChosenRepositories(context);
    note('info', `${repositories.length} repositories`);
    const protections = await mapConcurrently(repositories, async (one) => ({ ...one, found: await protectionsOf(context, one) }));
    for (const { fullName, branch, found } of protections) {
      if (branch === undefined) {
        note('info', `${fullName} has no branch yet`);
        continue;
      }
      const combined = combineProtections(found, minReviews);
      const faults = combined ? faultsOf(combined, minReviews) : ['it is not protected'];
      const about = { resourceType: 'repository', resourceId: `${fullName}:${branch}`, evidence: { branch, ...combined } };
      if (faults.length === 0)
        pass({ ...about, title: `${fullName} is protected`, description: `Changes of ${branch} need ${combined?.reviews} reviews.` });
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

function faultsOf({ reviews, needsChecks, isForAll }: Protection, minReviews: number): string[] {
  return [
    ...(reviews < minReviews ? [`a change needs ${reviews} reviews, not ${minReviews}`] : []),
    ...(needsChecks ? [] : ['a change needs no passing checks']),
    ...(isForAll ? [] : ['some may change it without a review']),
  ];
}

/**
 * Combines the protections of a branch, which all apply at the same time. `isForAll` is set if the protections without exceptions are
 * sufficient on their own.
 */
function combineProtections(protections: readonly Protection[], minReviews: number): Protection | undefined {
  if (protections.length === 0) return undefined;
  const maxReviews = (some: readonly Protection[]) => Math.max(0, ...some.map(({ reviews }) => reviews));
  const forAll = protections.filter(({ isForAll }) => isForAll);
  const [reviews, needsChecks] = [maxReviews(protections), protections.some((one) => one.needsChecks)];
  const isEnough = maxReviews(forAll) >= Math.min(reviews, minReviews) && (!needsChecks || forAll.some((one) => one.needsChecks));
  return { reviews, needsChecks, isForAll: forAll.length > 0 && isEnough };
}

async function protectionsOf(source: GitServerSource, repository: Repository): Promise<Protection[]> {
  const { path, branch, fields } = repository;
  if (branch === undefined) return [];
  if (!isGitLab(source)) return findGithubProtections(source, repository, branch);
  const found = await find(source, `${path}/protected_branches/${pathSegment(branch)}`);
  if (!found) return [];
  // Without a license for approval rules the server answers 403 or 404.
  const rules = (await list(source, `${path}/approval_rules`, [403, 404])) ?? [];
  return [
    {
      reviews: Math.max(0, ...rules.map(({ approvals_required: count }) => Number(count ?? 0))),
      needsChecks: fields.only_allow_merge_if_pipeline_succeeds === true,
      // Users with push access do not need a merge request.
      isForAll: toItems(found.push_access_levels).every((one) => one.access_level === 0) && found.allow_force_push !== true,
    },
  ];
}
