/** The ids of requirements as controls of OSCAL. */
import type { OscalRequirement } from './program.ts';
import { tokenOf, uniqueTokens } from './texts.ts';

/**
 * @param known ids that requirements have in the catalog that they were imported from, which they keep
 * @returns the requirements in the same order, the others with ids that follow from their identifiers
 */
export function controlIdsOf(
  requirements: readonly Omit<OscalRequirement, 'controlId'>[],
  known: ReadonlyMap<string, string>,
): OscalRequirement[] {
  const unique = uniqueTokens();
  const kept = new Map(requirements.flatMap(({ id }) => (known.has(id) ? [[id, unique(tokenOfKnown(known.get(id) ?? ''))] as const] : [])));
  return requirements.map((requirement) => ({
    ...requirement,
    controlId: kept.get(requirement.id) ?? unique(tokenOf(requirement.identifier)),
  }));
}

/** As it was imported, if it is a token at all. */
function tokenOfKnown(id: string): string {
  return /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(id) ? id : tokenOf(id);
}
