/** Which words of a question say what it is about. */

/** Words of which sentences are made. */
const functional = `a about above after again against all also am an and any are as at be because been before being below between both but by can could did do does doing down during each either ever every few for
  from further had has have having he her here hers him his how i if in into is it its itself just may me might more most must my no nor not now of off often on once one only onto or other our ours out over own per
  regarding same shall she should so some such than that the their theirs them then there these they this those through to too toward towards two under until up upon us usually very via was we were what when where
  whether which while who whom whose why will with within without would you your yours`;
/** Words of which questionnaires are made. */
const customary = `adequate answer answers applicable applies appropriate available briefly comment comments company companies conduct conducted confirm describe described detail details document documented elaborate employ employed ensure ensured established
  exist exists explain explanation following formal give given handle handled implement implemented implementation indicate kindly list maintain maintained manage managed name note organisation organisations organization organizations
  organizational perform performed place please procedure procedures process processes provide provided question questions regular regularly reply respondent respond response section select specify state statement use used using
  utilize utilized yes`;
/** Words that say nothing of what a question is about. */
export const fillers: ReadonlySet<string> = new Set(`${functional} ${customary}`.split(/\s+/));

/** @returns lower case, in order; empty when nothing is left */
export function meaningfulWords(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const meaningful = words.filter((word) => !fillers.has(word) && !/^\d{1,2}$/.test(word));
  // A question of nothing but such words is about them.
  return meaningful.length > 0 ? meaningful : words.filter((word) => !/^\d+$/.test(word));
}
