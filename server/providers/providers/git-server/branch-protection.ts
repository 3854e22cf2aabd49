/** Checks that every change of the main branch needs a review by another person. */
import type { Check } from '../../manifest.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import { pathSegment } from '../../path-segment.ts';
import { type GitServerSource, findObject, isGitLab, toItems, listItems } from './client.ts';
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
    const protectedRepositories = await mapConcurrently(repositories, async (repository) => ({
      ...repository,
      protections: await findProtections(context, repository),
    }));
    for (const { fullName, branch, protections } of protectedRepositories) {
      if (branch === undefined) {
        note('info', `${fullName} has no branch yet`);
        continue;
      }
      const combined = combineProtections(protections, minReviews);
      const problems = combined ? findProblems(combined, minReviews) : ['it is not protected'];
      const common = { resourceType: 'repository', resourceId: `${fullName}:${branch}`, evidence: { branch, ...combined } };
      if (problems.length === 0)
        pass({ ...common, title: `${fullName} is protected`, description: `Changes of ${branch} need ${combined?.reviews} reviews.` });
      else
        fail({
          ...common,
          title: `${fullName} takes changes without control`,
          description: `Of the branch ${branch}: ${problems.join('; ')}.`,
          remediation: 'Protect the branch: demand reviews and passing checks, and let nobody go around them.',
        });
    }
  },
};

function findProblems({ reviews, needsChecks, isForAll }: Protection, minReviews: number): string[] {
  return [
    ...(reviews < minReviews ? [`a change needs ${reviews} reviews, not ${minReviews}`] : []),
    ...(needsChecks ? [] : ['a change needs no passing checks']),
    ...(isForAll ? [] : ['some may change it without a review']),
  ];
}

/**
 * Combines the protections of a branch, which apply at the same time. The result is `isForAll` if the protections without exceptions are
 * sufficient by themselves.
 */
function combineProtections(protections: readonly Protection[], minReviews: number): Protection | undefined {
  if (protections.length === 0) return undefined;
  const maxReviews = (selection: readonly Protection[]) => Math.max(0, ...selection.map(({ reviews }) => reviews));
  const withoutExceptions = protections.filter(({ isForAll }) => isForAll);
  const [reviews, needsChecks] = [maxReviews(protections), protections.some((protection) => protection.needsChecks)];
  const isEnough =
    maxReviews(withoutExceptions) >= Math.min(reviews, minReviews) &&
    (!needsChecks || withoutExceptions.some((protection) => protection.needsChecks));
  return { reviews, needsChecks, isForAll: withoutExceptions.length > 0 && isEnough };
}

async function findProtections(source: GitServerSource, repository: Repository): Promise<Protection[]> {
  const { path, branch, fields } = repository;
  if (branch === undefined) return [];
  if (!isGitLab(source)) return findGithubProtections(source, repository, branch);
  const protectedBranch = await findObject(source, `${path}/protected_branches/${pathSegment(branch)}`);
  if (!protectedBranch) return [];
  // GitLab responds with 403 or 404 if approval rules are not licensed.
  const rules = (await listItems(source, `${path}/approval_rules`, [403, 404])) ?? [];
  return [
    {
      reviews: Math.max(0, ...rules.map(({ approvals_required: count }) => Number(count ?? 0))),
      needsChecks: fields.only_allow_merge_if_pipeline_succeeds === true,
      // Users who may push to the branch do not need a merge request, so nobody may have push access.
      isForAll:
        toItems(protectedBranch.push_access_levels).every((level) => level.access_level === 0) && protectedBranch.allow_force_push !== true,
    },
  ];
}
