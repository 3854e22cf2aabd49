/** The order in which requirements are shown (spec/areas/frameworks, rule 12). */

/** Compares texts so that A.5.2 comes before A.5.10. */
export const byNaturalText = new Intl.Collator('en', { numeric: true });

export interface PlacedRequirement {
  readonly name: string;
  readonly identifier: string;
  /** Its place in a framework of the catalog; null when it has none. */
  readonly sortOrder: number | null;
}

/** Compares two requirements of one framework: by their place in it, those without a place last, then by identifier and name. */
export function inFrameworkOrder(one: PlacedRequirement, other: PlacedRequirement): number {
  return (
    (one.sortOrder === other.sortOrder ? 0 : (one.sortOrder ?? Infinity) - (other.sortOrder ?? Infinity)) ||
    byNaturalText.compare(one.identifier, other.identifier) ||
    byNaturalText.compare(one.name, other.name)
  );
}
