/** Extracts the concepts of a text: word stems and domain terms. All synonyms of a domain term are the same concept. */
import { synonyms } from './synonyms.ts';
import { fillerWords, meaningfulWords } from './words.ts';

/** @returns the stem of a word, so that "encrypted" matches "encryption" */
export function stemOf(word: string): string {
  // Otherwise "police" would have the same stem as "policies".
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

/** The terms by the stem of their first word, longest terms first. */
const terms: ReadonlyMap<string, readonly Term[]> = new Map(
  [
    ...Map.groupBy(
      synonyms.map(([term, group]): Term => ({ stems: wordsIn(term).map(stemOf), group })),
      ({ stems }) => stems[0] ?? '',
    ),
  ].map(([first, list]) => [first, list.toSorted((one, other) => other.stems.length - one.stems.length)]),
);
const termsByGroup = Map.groupBy(synonyms, ([, group]) => group);

/** @returns the synonym groups in the text (`#<group>`), and the stems of the other meaningful words */
export function extractConcepts(text: string): Set<string> {
  const { groups, otherWords } = splitTerms(text);
  const meaningful = meaningfulWords(otherWords.join(' '));
  const specific = meaningful.filter((word) => !vagueWords.has(word));
  const named = [...groups].map((group) => `#${group}`);
  // Vague words and filler words are kept only if no term or other word states the topic.
  return new Set([
    ...named,
    ...(named.length + specific.length === 0 ? meaningful : specific).filter((word) => !named.length || !fillerWords.has(word)).map(stemOf),
  ]);
}

/** Maximum number of search words, because each word causes a lookup in every kind of source. */
const maxWords = 20;

/** @returns the words of the text, followed by the synonyms of its terms (shortest terms first), for a search by words */
export function expandWithSynonyms(text: string): string {
  const { groups } = splitTerms(text);
  const synonymWords = [...groups]
    .flatMap((group) => (termsByGroup.get(group) ?? []).map(([term]) => meaningfulWords(term)))
    .toSorted((one, other) => one.length - other.length)
    .flat();
  const ownWords = meaningfulWords(text).filter((word) => !vagueWords.has(word));
  const words = new Map([...ownWords, ...synonymWords].map((word) => [stemOf(word), word]));
  return words.size > 0 ? [...words.values()].slice(0, maxWords).join(' ') : text;
}

function splitTerms(text: string): { readonly groups: Set<number>; readonly otherWords: string[] } {
  const words = wordsIn(text);
  const stems = words.map(stemOf);
  const groups = new Set<number>();
  const otherWords: string[] = [];
  for (let position = 0; position < words.length; position += 1) {
    const match = terms.get(stems[position] ?? '')?.find((term) => term.stems.every((stem, index) => stems[position + index] === stem));
    if (match) {
      groups.add(match.group);
      position += match.stems.length - 1;
    } else otherWords.push(words[position] ?? '');
  }
  return { groups, otherWords };
}
