/** The order of those who sign (spec/areas/policies, rule 21). */

/** A member who has to sign, with the signature if there is one. */
export interface Signatory {
  /** Member id. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly status: 'signed' | 'pending';
  readonly acknowledgedAt: string | null;
  readonly via: string | null;
}

/** @returns the same members in this order; those without a signature come last in both directions of its time */
export function inOrder(
  all: readonly Signatory[],
  { sortBy, sortOrder }: { readonly sortBy: 'name' | 'acknowledgedAt'; readonly sortOrder: 'asc' | 'desc' },
): Signatory[] {
  const sign = sortOrder === 'asc' ? 1 : -1;
  const compared = (one: string, other: string) => (one === other ? 0 : one < other ? -sign : sign);
  return all.toSorted((one, other) => {
    if (sortBy === 'name') return compared(one.name, other.name) || compared(one.id, other.id);
    if (one.acknowledgedAt === null || other.acknowledgedAt === null)
      return Number(one.acknowledgedAt === null) - Number(other.acknowledgedAt === null) || compared(one.id, other.id);
    return compared(one.acknowledgedAt, other.acknowledgedAt) || compared(one.id, other.id);
  });
}
