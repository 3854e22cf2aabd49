/** Reads how GitHub protects a branch: by a branch protection rule, and by rulesets of the repository and its organization. */
import { UnexpectedAnswer } from '../../failures.ts';
import { pathSegment } from '../../path-segment.ts';
import { type GitServerSource, type UnknownFields, toFields, find, toItems, list } from './client.ts';
import type { Repository } from './repositories.ts';

export interface Protection {
  /** The number of approvals required to merge. */
  readonly reviews: number;
  readonly needsChecks: boolean;
  /** Whether it applies without exceptions, including administrators. */
  readonly isForAll: boolean;
}

/**
 * @returns all protections of the branch, which apply at the same time
 * @throws UnexpectedAnswer when the token may not read the branch protection rule, and no ruleset protects the branch
 */
export async function findGithubProtections(source: GitServerSource, repository: Repository, branch: string): Promise<Protection[]> {
  const [rule, rulesets] = await Promise.all([ruleOf(source, repository, branch), rulesetsOf(source, repository, branch)]);
  const found = [...(rule ? [rule] : []), ...rulesets];
  // For users who are not administrators of the repository, GitHub's answer is the same with and without a rule.
  if (found.length === 0 && toFields(repository.fields.permissions).admin === false)
    throw new UnexpectedAnswer(`The token may not see how ${repository.fullName} is protected`);
  return found;
}

async function ruleOf(source: GitServerSource, { path }: Repository, branch: string): Promise<Protection | undefined> {
  const found = await find(source, `${path}/branches/${pathSegment(branch)}/protection`);
  const checks = toFields(found?.required_status_checks);
  return (
    found && {
      reviews: Number(toFields(found.required_pull_request_reviews).required_approving_review_count ?? 0),
      needsChecks: [checks.checks, checks.contexts].some((names) => Array.isArray(names) && names.length > 0),
      isForAll: toFields(found.enforce_admins).enabled === true,
    }
  );
}

/** The active rulesets for the branch that require reviews or checks. Older servers have no rulesets. */
async function rulesetsOf(source: GitServerSource, { path }: Repository, branch: string): Promise<Protection[]> {
  const rules = (await list(source, `${path}/rules/branches/${pathSegment(branch)}`, [404])) ?? [];
  const relevantRules = rules.filter((rule) => reviewsOf(rule) > 0 || requiresChecks(rule));
  const ids = [...new Set(relevantRules.map((rule) => Number(rule.ruleset_id)))];
  return Promise.all(
    ids.map(async (id) => {
      const own = relevantRules.filter((rule) => Number(rule.ruleset_id) === id);
      const ruleset = await find(source, `${path}/rulesets/${id}`);
      return {
        reviews: Math.max(0, ...own.map(reviewsOf)),
        needsChecks: own.some(requiresChecks),
        // GitHub lists the actors who may bypass a ruleset only for tokens that may edit it. For other tokens the list is empty.
        isForAll: toItems(ruleset?.bypass_actors).length === 0,
      };
    }),
  );
}

function reviewsOf({ type, parameters }: UnknownFields): number {
  return type === 'pull_request' ? Number(toFields(parameters).required_approving_review_count ?? 0) : 0;
}

function requiresChecks({ type, parameters }: UnknownFields): boolean {
  const { required_status_checks: checks, workflows } = toFields(parameters);
  return (type === 'required_status_checks' && toItems(checks).length > 0) || (type === 'workflows' && toItems(workflows).length > 0);
}
