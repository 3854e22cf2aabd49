/** Times of automatic reminders (letter-of-engagement, rule 12). */

const day = 24 * 3_600_000;

interface Span {
  readonly sentAt: string | null;
  readonly expiresAt: string | null;
}

/**
 * @param now in ms
 * @returns whether one of the two reminder times has passed since the party was last reminded
 */
export function isReminderDue({ sentAt, expiresAt }: Span, { remindedAt }: { readonly remindedAt: string | null }, now: number): boolean {
  if (sentAt === null || expiresAt === null) return false;
  const [begin, end] = [Date.parse(sentAt), Date.parse(expiresAt)];
  // For a letter that is valid for two days or less, both are the middle.
  const moments = [begin + (end - begin) / 2, end - day].filter((moment) => moment >= begin + (end - begin) / 2 && moment <= now);
  const last = Math.max(...moments);
  return now < end && moments.length > 0 && (remindedAt === null || Date.parse(remindedAt) < last);
}
