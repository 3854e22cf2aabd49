/** Finds the words of a question that state its topic. */

/** English function words, such as articles and prepositions. */
const functionWords = `a about above after again against all also am an and any are as at be because been before being below between both but by can could did do does doing down during each either ever every few for
  from further had has have having he her here hers him his how i if in into is it its itself just may me might more most must my no nor not now of off often on once one only onto or other our ours out over own per
  regarding same shall she should so some such than that the their theirs them then there these they this those through to too toward towards two under until up upon us usually very via was we were what when where
  whether which while who whom whose why will with within without would you your yours`;
/** Words that are common in questionnaires. */
const questionnaireWords = `adequate answer answers applicable applies appropriate available briefly comment comments company companies conduct conducted confirm describe described detail details document documented elaborate employ employed ensure ensured established
  exist exists explain explanation following formal give given handle handled implement implemented implementation indicate kindly list maintain maintained manage managed name note organisation organisations organization organizations
  organizational perform performed place please procedure procedures process processes provide provided question questions regular regularly reply respondent respond response section select specify state statement use used using
  utilize utilized yes`;
/** Words that do not indicate the topic of a question. */
export const fillerWords: ReadonlySet<string> = new Set(`${functionWords} ${questionnaireWords}`.split(/\s+/));

/** @returns the words of the text that state its topic, in lowercase and in the same order; empty if the text has no words */
export function meaningfulWords(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const meaningful = words.filter((word) => !fillerWords.has(word) && !/^\d{1,2}$/.test(word));
  // If a question consists of filler words only, these words state its topic.
  return meaningful.length > 0 ? meaningful : words.filter((word) => !/^\d+$/.test(word));
}
