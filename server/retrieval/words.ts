/** Which words of a question say what it is about. The database knows the stop words of the language; these are those of questionnaires. */
const fillers = new Set(`answer answers applicable applies briefly comment comments company companies confirm describe described detail details document documented elaborate employ employed ensure ensured
  established exist exists explain explanation following formal give given implement implemented implementation indicate kindly list maintain maintained name note organisation organisations organization
  organizations organizational place please policies policy procedure procedures process processes provide provided question questions reply respondent respond response section select specify state
  statement use used using utilize utilized yes`.split(/\s+/));

/** @returns lower case, in order; empty when nothing is left */
export function meaningfulWords(text: string): string[] {
  const words = text.toLowerCase().normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
  const meaningful = words.filter((word) => !fillers.has(word) && !/^\d{1,2}$/.test(word));
  // A question of nothing but such words is about them.
  return meaningful.length > 0 ? meaningful : words.filter((word) => !/^\d+$/.test(word));
}
