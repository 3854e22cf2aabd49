/** How GitHub protects a branch: by a rule of the branch, and by the rulesets of the repository and of its organization. */
import { UnexpectedAnswer } from '../../failures.ts';
import { type Calling, type Fields, fieldsOf, find, itemsOf, list } from './client.ts';
import type { Repository } from './repositories.ts';

export interface Protection {
  /** Approvals that a merge needs. */
  readonly reviews: number;
  readonly needsChecks: boolean;
  /** Whether nobody, administrators included, can go around it. */
  readonly isForAll: boolean;
}

/**
 * @returns whatever protects the branch; all of it holds at once
 * @throws UnexpectedAnswer when the token may not see the rule of the branch, and no ruleset protects it
 */
export async function githubProtections(source: Calling, repository: Repository, branch: string): Promise<Protection[]> {
  const [rule, rulesets] = await Promise.all([ruleOf(source, repository, branch), rulesetsOf(source, repository, branch)]);
  const found = [...(rule ? [rule] : []), ...rulesets];
  // Who is no administrator of the repository gets the same answer with and without a rule.
  if (found.length === 0 && fieldsOf(repository.told.permissions).admin === false)
    throw new UnexpectedAnswer(`The token may not see how ${repository.fullName} is protected`);
  return found;
}

async function ruleOf(source: Calling, { path }: Repository, branch: string): Promise<Protection | undefined> {
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

/** The rulesets that are in force for the branch and say something of reviews or checks. Older servers have none. */
async function rulesetsOf(source: Calling, { path }: Repository, branch: string): Promise<Protection[]> {
  const rules = (await list(source, `${path}/rules/branches/${encodeURIComponent(branch)}`, [404])) ?? [];
  const telling = rules.filter((rule) => reviewsOf(rule) > 0 || isOfChecks(rule));
  const ids = [...new Set(telling.map((rule) => Number(rule.ruleset_id)))];
  return Promise.all(
    ids.map(async (id) => {
      const own = telling.filter((rule) => Number(rule.ruleset_id) === id);
      const ruleset = await find(source, `${path}/rulesets/${id}`);
      return {
        reviews: Math.max(0, ...own.map(reviewsOf)),
        needsChecks: own.some(isOfChecks),
        // Who may go around a ruleset is told only to those who may change it. A token that only reads knows of nobody.
        isForAll: itemsOf(ruleset?.bypass_actors).length === 0,
      };
    }),
  );
}

function reviewsOf({ type, parameters }: Fields): number {
  return type === 'pull_request' ? Number(fieldsOf(parameters).required_approving_review_count ?? 0) : 0;
}

function isOfChecks({ type, parameters }: Fields): boolean {
  const { required_status_checks: checks, workflows } = fieldsOf(parameters);
  return (type === 'required_status_checks' && itemsOf(checks).length > 0) || (type === 'workflows' && itemsOf(workflows).length > 0);
}
