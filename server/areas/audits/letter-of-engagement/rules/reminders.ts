/** Decides when automatic reminders are sent (letter-of-engagement, rule 12). */

const dayMs = 24 * 3_600_000;

interface Period {
  readonly sentAt: string | null;
  readonly expiresAt: string | null;
}

/**
 * @param now in ms since 1970
 * @returns whether one of the two reminder times has passed since the party was last reminded
 */
export function isReminderDue({ sentAt, expiresAt }: Period, { remindedAt }: { readonly remindedAt: string | null }, now: number): boolean {
  if (sentAt === null || expiresAt === null) return false;
  const [begin, end] = [Date.parse(sentAt), Date.parse(expiresAt)];
  // If a letter is valid for less than two days, the time one day before its end comes before the middle, so only the middle counts.
  const dueTimes = [begin + (end - begin) / 2, end - dayMs].filter((time) => time >= begin + (end - begin) / 2 && time <= now);
  const latestDueTime = Math.max(...dueTimes);
  return now < end && dueTimes.length > 0 && (remindedAt === null || Date.parse(remindedAt) < latestDueTime);
}
