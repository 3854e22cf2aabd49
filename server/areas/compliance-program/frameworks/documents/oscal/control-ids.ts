/** Assigns OSCAL control ids to requirements. */
import type { OscalRequirement } from './program.ts';
import { toToken, createUniqueTokens } from './texts.ts';

/**
 * @param known ids from the catalog that requirements were imported from; these are kept
 * @returns the requirements in the same order; the other ids are derived from their identifiers
 */
export function controlIdsOf(
  requirements: readonly Omit<OscalRequirement, 'controlId'>[],
  known: ReadonlyMap<string, string>,
): OscalRequirement[] {
  const unique = createUniqueTokens();
  const kept = new Map(requirements.flatMap(({ id }) => (known.has(id) ? [[id, unique(tokenOfKnown(known.get(id) ?? ''))] as const] : [])));
  return requirements.map((requirement) => ({
    ...requirement,
    controlId: kept.get(requirement.id) ?? unique(toToken(requirement.identifier)),
  }));
}

/** The imported id if it is a valid token, otherwise a token made from it. */
function tokenOfKnown(id: string): string {
  return /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(id) ? id : toToken(id);
}
