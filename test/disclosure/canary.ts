/** Words that stand in one text of one record each, so that an answer that shows the text shows whose it is. */
const length = 5;
let count = 0;

/** A word of its own, which survives every case, file format and pattern of the contract. */
export function newCanary(): string {
  count += 1;
  return `canary${count.toString(36).padStart(length, '0')}`;
}

export function canariesIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/canary[0-9a-z]{5}/g));
}

/** The text with a canary in it, or in its place where there is no room for both. A file keeps its ending. */
export function marked(text: string, canary = newCanary(), maxLength = Infinity): string {
  const [local = '', domain] = text.split('@');
  if (domain !== undefined && !text.includes(' ')) return `${canary}.${local}@${domain}`.toLowerCase();
  if (/^[^/]*\.\w{2,5}$/.test(text)) return `${canary} ${text}`;
  if (/^https?:\/\//.test(text)) return `${text}${text.endsWith('/') ? '' : '/'}${canary}`;
  return text.length + canary.length < maxLength ? `${text} ${canary}` : canary;
}
