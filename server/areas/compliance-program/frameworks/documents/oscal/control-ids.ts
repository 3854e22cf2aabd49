/** Assigns OSCAL control ids to requirements. */
import type { OscalRequirement } from './program.ts';
import { toToken, createUniqueTokens } from './texts.ts';

/**
 * Adds a unique OSCAL control id to each requirement, derived from its identifier if it has no imported id.
 * @param importedIds the control ids of imported requirements in their original catalog, by requirement id
 * @returns the requirements in the same order
 */
export function controlIdsOf(
  requirements: readonly Omit<OscalRequirement, 'controlId'>[],
  importedIds: ReadonlyMap<string, string>,
): OscalRequirement[] {
  const toUniqueToken = createUniqueTokens();
  const importedControlIds = new Map(
    requirements.flatMap(({ id }) =>
      importedIds.has(id) ? [[id, toUniqueToken(tokenOfImportedId(importedIds.get(id) ?? ''))] as const] : [],
    ),
  );
  return requirements.map((requirement) => ({
    ...requirement,
    controlId: importedControlIds.get(requirement.id) ?? toUniqueToken(toToken(requirement.identifier)),
  }));
}

/** Returns the imported id if it is a valid token, and otherwise a token made from it. */
function tokenOfImportedId(id: string): string {
  return /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(id) ? id : toToken(id);
}
