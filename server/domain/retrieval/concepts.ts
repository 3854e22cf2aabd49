/** The concepts of a text: word stems, and domain terms with their synonyms treated as one. */
import { synonyms } from './synonyms.ts';
import { fillerWords, meaningfulWords } from './words.ts';

/** The stem of a word, so that "encrypted" matches "encryption". */
export function stemOf(word: string): string {
  // Otherwise it would have the stem of "policies".
  if (word === 'police') return word;
  return word
    .replace(/^(\w{3})(?<![su])s$/, '$1')
    .replace(/(?<=\w{4})(?:ations?|ions?|ings?|ied|ies|ed|es|(?<!s)s|ly|e)$/, '')
    .replace(/(?<=\w{4})[iy]$/, '');
}

/** Words that are too general to indicate a topic. */
const vagueWords = new Set(
  `able actually adopt allowed apply applied arrange aspects basis based business carried carry check checks circumstances cover covers current currently defined
  determine effective engage enforce enforced equivalent exactly far fast followed following formalized frequency frequently full function functions general generally
  given good happen happens happened have hold include includes including information interval intervals issue issues keep keeps kind kinds latest least level longer made
  main make makes management manager managers managed planning many measure measures meet method methods necessary often outline part parties party period periodic periodically possible present program
  programme protect protected protection purpose quickly regard related relevant reliable required require requirement requirements requires result results right role roles run scheme secure
  security set similar solution solutions soon standard standards state strategy strong such suitable support sure system systems take taken time timeframe timeframes timeline timelines timely type types
  value version way ways work written`.split(/\s+/),
);

interface Term {
  readonly stems: readonly string[];
  readonly group: number;
}

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Terms by the stem of their first word, the longest first. */
const terms: ReadonlyMap<string, readonly Term[]> = new Map(
  [
    ...Map.groupBy(
      synonyms.map(([term, group]): Term => ({ stems: wordsIn(term).map(stemOf), group })),
      ({ stems }) => stems[0] ?? '',
    ),
  ].map(([first, all]) => [first, all.toSorted((one, other) => other.stems.length - one.stems.length)]),
);
const termsByGroup = Map.groupBy(synonyms, ([, group]) => group);

/** @returns the synonym groups in the text, and the stems of its other meaningful words */
export function extractConcepts(text: string): Set<string> {
  const { groups, others } = splitTerms(text);
  const meaningful = meaningfulWords(others.join(' '));
  const specific = meaningful.filter((word) => !vagueWords.has(word));
  const named = [...groups].map((group) => `#${group}`);
  // Vague words and fillers are dropped when terms or other words state the topic, and kept otherwise.
  return new Set([
    ...named,
    ...(named.length + specific.length === 0 ? meaningful : specific).filter((word) => !named.length || !fillerWords.has(word)).map(stemOf),
  ]);
}

/** Maximum number of search words, because each causes a lookup in every kind of source. */
const maxWords = 20;

/** @returns the words of the text and the synonyms of its terms, the shortest terms first, for a search by words */
export function expandWithSynonyms(text: string): string {
  const { groups } = splitTerms(text);
  const others = [...groups]
    .flatMap((group) => (termsByGroup.get(group) ?? []).map(([term]) => meaningfulWords(term)))
    .toSorted((one, other) => one.length - other.length)
    .flat();
  const own = meaningfulWords(text).filter((word) => !vagueWords.has(word));
  const words = new Map([...own, ...others].map((word) => [stemOf(word), word]));
  return words.size > 0 ? [...words.values()].slice(0, maxWords).join(' ') : text;
}

function splitTerms(text: string): { readonly groups: Set<number>; readonly others: string[] } {
  const words = wordsIn(text);
  const stems = words.map(stemOf);
  const groups = new Set<number>();
  const others: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const found = terms.get(stems[at] ?? '')?.find((term) => term.stems.every((stem, index) => stems[at + index] === stem));
    if (found) {
      groups.add(found.group);
      at += found.stems.length - 1;
    } else others.push(words[at] ?? '');
  }
  return { groups, others };
}
