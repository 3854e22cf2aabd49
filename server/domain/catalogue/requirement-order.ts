/** Sorts requirements in their display order (frameworks, rule 12). */

/** Compares texts so that A.5.2 comes before A.5.10. */
export const naturalCollator = new Intl.Collator('en', { numeric: true });

export interface PlacedRequirement {
  readonly name: string;
  readonly identifier: string;
  /** The requirement's position in a framework of the catalog; null for custom requirements. */
  readonly sortOrder: number | null;
}

/** Sorts the requirements of a framework by position (requirements without a position come last), then by identifier and name. */
export function compareRequirements(one: PlacedRequirement, other: PlacedRequirement): number {
  return (
    (one.sortOrder === other.sortOrder ? 0 : (one.sortOrder ?? Infinity) - (other.sortOrder ?? Infinity)) ||
    naturalCollator.compare(one.identifier, other.identifier) ||
    naturalCollator.compare(one.name, other.name)
  );
}
