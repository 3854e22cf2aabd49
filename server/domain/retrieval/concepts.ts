/** What a text is about: its words without their endings, and terms of the field, whichever word stands for them. */
import { synonyms } from './synonyms.ts';
import { fillers, meaningfulWords } from './words.ts';

/** A word without its ending, so that "encrypted" meets "encryption". */
export function stemOf(word: string): string {
  // Not what policies are about.
  if (word === 'police') return word;
  return word
    .replace(/^(\w{3})(?<![su])s$/, '$1')
    .replace(/(?<=\w{4})(?:ations?|ions?|ings?|ied|ies|ed|es|(?<!s)s|ly|e)$/, '')
    .replace(/(?<=\w{4})[iy]$/, '');
}

/** Words that a question may have about anything. */
const vague = new Set(
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

/** By the stem of their first word, the longest first. */
const terms: ReadonlyMap<string, readonly Term[]> = new Map(
  [
    ...Map.groupBy(
      synonyms.map(([term, group]): Term => ({ stems: wordsIn(term).map(stemOf), group })),
      ({ stems }) => stems[0] ?? '',
    ),
  ].map(([first, all]) => [first, all.toSorted((one, other) => other.stems.length - one.stems.length)]),
);
const ofGroup = Map.groupBy(synonyms, ([, group]) => group);

/** @returns the groups of synonyms that the text names, and the stems of its other words that say what it is about */
export function conceptsOf(text: string): Set<string> {
  const { groups, others } = takenApart(text);
  const said = meaningfulWords(others.join(' '));
  const telling = said.filter((word) => !vague.has(word));
  const named = [...groups].map((group) => `#${group}`);
  // Where terms say what it is about, words that say little are not needed; where nothing else does, they are.
  return new Set([
    ...named,
    ...(named.length + telling.length === 0 ? said : telling).filter((word) => !named.length || !fillers.has(word)).map(stemOf),
  ]);
}

/** So many words are searched for at most: each costs the database a look at every kind of source. */
const mostWords = 20;

/** @returns the words of the text, and those that its terms are called by otherwise, the shortest terms first, for a search that knows words only */
export function expanded(text: string): string {
  const { groups } = takenApart(text);
  const others = [...groups]
    .flatMap((group) => (ofGroup.get(group) ?? []).map(([term]) => meaningfulWords(term)))
    .toSorted((one, other) => one.length - other.length)
    .flat();
  const own = meaningfulWords(text).filter((word) => !vague.has(word));
  const words = new Map([...own, ...others].map((word) => [stemOf(word), word]));
  return words.size > 0 ? [...words.values()].slice(0, mostWords).join(' ') : text;
}

function takenApart(text: string): { readonly groups: Set<number>; readonly others: string[] } {
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
