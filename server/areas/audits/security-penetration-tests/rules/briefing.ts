/** Creates the instructions that a runner gets before it begins (security-penetration-tests, rule 6). */

export interface Note {
  readonly issueTitle: string;
  readonly context: string;
}

const maxLength = 20_000;
/** The number of characters reserved for the remark that notes were left out. */
const remarkLength = 80;

/** @returns the caller's context and as many notes as fit; undefined if there are neither */
export function createBriefing(additionalContext: string | null, notes: readonly Note[]): string | undefined {
  const lines = notes.map(({ issueTitle, context }, index) => `${index + 1}. "${issueTitle}": ${context}`);
  const parts = additionalContext !== null && additionalContext !== '' ? [additionalContext] : [];
  if (lines.length) parts.push('The organization says of earlier issues of this target:');
  let length = parts.reduce((sum, part) => sum + part.length + 1, 0);
  let includedCount = 0;
  for (const line of lines) {
    if (length + line.length + 1 > maxLength - remarkLength) break;
    parts.push(line);
    length += line.length + 1;
    includedCount += 1;
  }
  const omittedCount = lines.length - includedCount;
  if (omittedCount > 0) parts.push(`(${omittedCount} further ${omittedCount === 1 ? 'note was' : 'notes were'} left out.)`);
  return parts.length ? parts.join('\n') : undefined;
}
