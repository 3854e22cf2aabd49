/** Finds how GitHub protects a branch: by a branch protection rule, and by rulesets of the repository and its organization. */
import { UnexpectedAnswer } from '../../failures.ts';
import { pathSegment } from '../../path-segment.ts';
import { type GitServerSource, type UnknownFields, toFields, findObject, toItems, listItems } from './client.ts';
import type { Repository } from './repositories.ts';

export interface Protection {
  /** The number of approvals that are required to merge. */
  readonly reviews: number;
  readonly needsChecks: boolean;
  /** Whether the protection has no exceptions, not even for administrators. */
  readonly isForAll: boolean;
}

/**
 * @returns all protections of a branch, which apply at the same time
 * @throws UnexpectedAnswer if no ruleset protects the branch, and the token may not read its branch protection rule
 */
export async function findGithubProtections(source: GitServerSource, repository: Repository, branch: string): Promise<Protection[]> {
  const [rule, rulesets] = await Promise.all([findBranchRule(source, repository, branch), findRulesets(source, repository, branch)]);
  const protections = [...(rule ? [rule] : []), ...rulesets];
  // If the user is not an administrator of the repository, GitHub responds in the same way with and without a rule.
  if (protections.length === 0 && toFields(repository.fields.permissions).admin === false)
    throw new UnexpectedAnswer(`The token may not see how ${repository.fullName} is protected`);
  return protections;
}

async function findBranchRule(source: GitServerSource, { path }: Repository, branch: string): Promise<Protection | undefined> {
  const protection = await findObject(source, `${path}/branches/${pathSegment(branch)}/protection`);
  const checks = toFields(protection?.required_status_checks);
  return (
    protection && {
      reviews: Number(toFields(protection.required_pull_request_reviews).required_approving_review_count ?? 0),
      needsChecks: [checks.checks, checks.contexts].some((names) => Array.isArray(names) && names.length > 0),
      isForAll: toFields(protection.enforce_admins).enabled === true,
    }
  );
}

/** Finds active rulesets that require reviews or checks for the branch. Older servers have no rulesets. */
async function findRulesets(source: GitServerSource, { path }: Repository, branch: string): Promise<Protection[]> {
  const rules = (await listItems(source, `${path}/rules/branches/${pathSegment(branch)}`, [404])) ?? [];
  const relevantRules = rules.filter((rule) => requiredReviewsOf(rule) > 0 || requiresChecks(rule));
  const ids = [...new Set(relevantRules.map((rule) => Number(rule.ruleset_id)))];
  return Promise.all(
    ids.map(async (id) => {
      const rulesOfRuleset = relevantRules.filter((rule) => Number(rule.ruleset_id) === id);
      const ruleset = await findObject(source, `${path}/rulesets/${id}`);
      return {
        reviews: Math.max(0, ...rulesOfRuleset.map(requiredReviewsOf)),
        needsChecks: rulesOfRuleset.some(requiresChecks),
        // GitHub only lists who may bypass a ruleset if the token may edit it. Otherwise the list is empty.
        isForAll: toItems(ruleset?.bypass_actors).length === 0,
      };
    }),
  );
}

function requiredReviewsOf({ type, parameters }: UnknownFields): number {
  return type === 'pull_request' ? Number(toFields(parameters).required_approving_review_count ?? 0) : 0;
}

function requiresChecks({ type, parameters }: UnknownFields): boolean {
  const { required_status_checks: checks, workflows } = toFields(parameters);
  return (type === 'required_status_checks' && toItems(checks).length > 0) || (type === 'workflows' && toItems(workflows).length > 0);
}
