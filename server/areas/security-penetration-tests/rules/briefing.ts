/** What a runner is told before it begins (spec/areas/security-penetration-tests, rule 6). */

export interface Note {
  readonly issueTitle: string;
  readonly context: string;
}

const most = 20_000;
/** Room that is kept for the remark about notes that were left out. */
const remarkLength = 80;

/** @returns the text of the caller and as many notes as fit; undefined when there is neither */
export function briefingOf(additionalContext: string | null, notes: readonly Note[]): string | undefined {
  const lines = notes.map(({ issueTitle, context }, index) => `${index + 1}. "${issueTitle}": ${context}`);
  const parts = additionalContext !== null && additionalContext.trim() !== '' ? [additionalContext.trim()] : [];
  if (lines.length) parts.push('The organization says of earlier issues of this target:');
  let length = parts.reduce((sum, part) => sum + part.length + 1, 0);
  let kept = 0;
  for (const line of lines) {
    if (length + line.length + 1 > most - remarkLength) break;
    parts.push(line);
    length += line.length + 1;
    kept += 1;
  }
  const left = lines.length - kept;
  if (left > 0) parts.push(`(${left} further ${left === 1 ? 'note was' : 'notes were'} left out.)`);
  return parts.length ? parts.join('\n') : undefined;
}
