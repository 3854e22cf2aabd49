/** Sorting of signers (policies, rule 21). */

/** A member who has to sign, with the signature if there is one. */
export interface Signatory {
  /** A member id. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly status: 'signed' | 'pending';
  readonly acknowledgedAt: string | null;
  readonly via: string | null;
}

/** @returns the members in this order. By time, those without a signature come last in both directions. */
export function sortSignatories(
  all: readonly Signatory[],
  { sortBy, sortOrder }: { readonly sortBy: 'name' | 'acknowledgedAt'; readonly sortOrder: 'asc' | 'desc' },
): Signatory[] {
  const sign = sortOrder === 'asc' ? 1 : -1;
  const compared = (first: string, second: string) => (first === second ? 0 : first < second ? -sign : sign);
  return all.toSorted((first, second) => {
    if (sortBy === 'name') return compared(first.name, second.name) || compared(first.id, second.id);
    if (first.acknowledgedAt === null || second.acknowledgedAt === null)
      return Number(first.acknowledgedAt === null) - Number(second.acknowledgedAt === null) || compared(first.id, second.id);
    return compared(first.acknowledgedAt, second.acknowledgedAt) || compared(first.id, second.id);
  });
}
