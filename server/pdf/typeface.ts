/** The fonts of our PDFs: those that every reader has, so that none has to be carried along. */
export const typeface = { regular: 'Helvetica', bold: 'Helvetica-Bold' } as const;

/** What these fonts have besides ASCII and Latin-1: the rest of Windows-1252. */
const further = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/**
 * A text as these fonts can show it: letters that they lack lose their accents, or become a question mark; control characters are
 * dropped, and ends of lines kept.
 */
export function printable(text: string): string {
  return [...text.normalize('NFC').replace(/\r\n?/g, '\n').replace(/[\t\u00a0]/g, ' ')].map(shown).join('');
}

function shown(character: string): string {
  if (/^[\n -~¡-ÿ]$/.test(character) || further.includes(character)) return character;
  if (/^[\p{Cc}\p{Cf}\p{M}]$/u.test(character)) return '';
  const [base = ''] = character.normalize('NFKD');
  return /^[ -~]$/.test(base) ? base : '?';
}
