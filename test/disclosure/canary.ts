/** Canaries: unique words, each in one text of one record, so that a test can tell which record a text in an answer belongs to. */
const numberLength = 5;
let count = 0;

/** @returns a new unique word that is valid in every file format and pattern of the contract, in lower and upper case */
export function newCanary(): string {
  count += 1;
  return `canary${count.toString(36).padStart(numberLength, '0')}`;
}

export function canariesIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/canary[0-9a-z]{5}/g));
}

/** @returns the text with a canary, or only the canary if both do not fit into `maxLength`. A file name keeps its extension. */
export function withCanary(text: string, canary = newCanary(), maxLength = Infinity): string {
  const [local = '', domain] = text.split('@');
  if (domain !== undefined && !text.includes(' ')) return `${canary}.${local}@${domain}`.toLowerCase();
  if (/^[^/]*\.\w{2,5}$/.test(text)) return `${canary} ${text}`;
  if (/^https?:\/\//.test(text)) return `${text}${text.endsWith('/') ? '' : '/'}${canary}`;
  return text.length + canary.length < maxLength ? `${text} ${canary}` : canary;
}
