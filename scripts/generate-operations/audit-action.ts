/** Turns the summary of an operation into its line in the audit log: "Create a custom role" becomes "Created custom role". */
const irregularVerbs: Readonly<Record<string, string>> = {
  cancel: 'cancelled',
  draw: 'drew',
  get: 'viewed',
  have: 'had',
  list: 'viewed',
  read: 'read',
  reset: 'reset',
  run: 'ran',
  scan: 'scanned',
  send: 'sent',
  set: 'set',
  submit: 'submitted',
  transfer: 'transferred',
  undo: 'undid',
};

/** @returns the past tense of an English verb in lower case */
function pastTense(verb: string): string {
  if (irregularVerbs[verb]) return irregularVerbs[verb];
  if (verb.endsWith('e')) return `${verb}d`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

/**
 * @param summary of the operation: one imperative verb or two joined by "or", and the object
 * @returns the summary in the past tense, without the article before the noun
 */
export function auditAction(summary: string): string {
  const [firstVerb = '', ...otherWords] = summary.split(' ');
  const words = [pastTense(firstVerb.toLowerCase()), ...otherWords];
  if (words[1] === 'or' && words[2]) words[2] = pastTense(words[2]);
  const article = /^(?:up|in|back)$/.test(words[1] ?? '') ? 2 : words[1] === 'or' ? 3 : 1;
  if (/^(?:a|an|the)$/.test(words[article] ?? '')) words.splice(article, 1);
  const line = words.join(' ').replace(/(?<= (?:and|or) )\w+(?= it$)/, pastTense);
  return line.charAt(0).toUpperCase() + line.slice(1);
}
