/** Sorts the members who have to sign a policy (policies, rule 21). */

/** A member who has to sign, with the signature if the member has signed. */
export interface Signatory {
  /** The member id. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly status: 'signed' | 'pending';
  readonly acknowledgedAt: string | null;
  readonly via: string | null;
}

/** Sorts signatories. When they are sorted by time, members without a signature come last in both directions. */
export function sortSignatories(
  members: readonly Signatory[],
  { sortBy, sortOrder }: { readonly sortBy: 'name' | 'acknowledgedAt'; readonly sortOrder: 'asc' | 'desc' },
): Signatory[] {
  const direction = sortOrder === 'asc' ? 1 : -1;
  const compareTexts = (first: string, second: string) => (first === second ? 0 : first < second ? -direction : direction);
  return members.toSorted((first, second) => {
    if (sortBy === 'name') return compareTexts(first.name, second.name) || compareTexts(first.id, second.id);
    if (first.acknowledgedAt === null || second.acknowledgedAt === null)
      return Number(first.acknowledgedAt === null) - Number(second.acknowledgedAt === null) || compareTexts(first.id, second.id);
    return compareTexts(first.acknowledgedAt, second.acknowledgedAt) || compareTexts(first.id, second.id);
  });
}
