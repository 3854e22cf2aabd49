/**
 * Finds what a draft says without a source: names, numbers, frequencies, and words that look like a key or a password. Each word must be
 * common or occur in the passages. Each number and frequency must occur in the passage about the same subject.
 */
import { isMixed } from '#platform/redaction/random';
import { extractConcepts, stemOf } from '#domain/retrieval/concepts';
import { splitSentences } from '#domain/retrieval/sentences';
import { measureCoverage } from '#domain/retrieval/weights';
import { isCommon } from './common-words.ts';
import { quantitiesIn } from './quantities.ts';

/** If a sentence is about these, each of its words must occur in the passages. */
const aboutSecrets = /\b(?:keys?|passwords?|passphrases?|passcodes?|pins?|secrets?|tokens?|credentials?)\b/i;

/** Each part of a draft with a number is compared with each part of the passages. */
const maxParts = 1_000;
const maxQuantified = 20;

/** @param passages all that they say @returns what a sentence has that they have not */
export function createInventionFinder(passages: string): (sentence: string) => string[] {
  const [said, text] = [wordsIn(passages), passages.toLowerCase()];
  const [words, stems, concepts] = [new Set(said), new Set(said.map(stemOf)), extractConcepts(passages)];
  const numbers = new Set(passages.match(/\d+/g));
  const parts = splitSentences(passages).flatMap(splitAtPauses).slice(0, maxParts).map(partOf);
  const isSaid = (word: string) => {
    const own = extractConcepts(word);
    return words.has(word) || stems.has(stemOf(word)) || (own.size > 0 && [...own].every((concept) => concepts.has(concept)));
  };
  return (sentence) => {
    const isStrict = aboutSecrets.test(sentence);
    const capitals = new Set(
      spelledIn(sentence)
        .filter((word, index) => index > 0 && /\p{Lu}/u.test(word))
        .map((word) => word.toLowerCase()),
    );
    const { rest } = quantitiesIn(sentence);
    const strange = [...new Set(spelledIn(rest))].filter((word) => {
      if (!(isCommon(word) && !capitals.has(word)) && !partsOf(word).every(isSaid)) return true;
      return isStrict && [...extractConcepts(word)].some((concept) => !concepts.has(concept));
    });
    const keys = sentence.split(/\s+/).filter((word) => isMixed(word) && !text.includes(word.toLowerCase().replace(/[.,;:!?]$/, '')));
    return [
      ...strange,
      ...keys,
      ...(sentence.match(/\d+/g) ?? []).filter((number) => !numbers.has(number)),
      ...findMisplaced(sentence, rest, parts),
    ];
  };
}

interface Part {
  readonly quantities: ReadonlySet<string>;
  readonly topic: ReadonlySet<string>;
}

function splitAtPauses(sentence: string): string[] {
  return sentence.split(/[,;:](?=\s)|\b(?:and|or|but|while)\b/i);
}

function partOf(text: string): Part {
  const { found, rest } = quantitiesIn(text);
  return { quantities: found, topic: extractConcepts(rest) };
}

/** @returns the numbers and frequencies of a sentence that no part of the passages has which is as close to it as the closest one */
function findMisplaced(sentence: string, rest: string, known: readonly Part[]): string[] {
  const whole = extractConcepts(rest);
  return splitAtPauses(sentence)
    .filter((text) => quantitiesIn(text).found.size > 0)
    .flatMap((text, index) => {
      if (index >= maxQuantified) return [text];
      const { quantities, topic } = partOf(text);
      const shares = (about: ReadonlySet<string>) => known.map((part) => measureCoverage(about, part.topic));
      const own = shares(topic);
      const closeness = own.some((share) => share > 0) ? own : shares(whole);
      const most = closeness.reduce((one, other) => Math.max(one, other), 0);
      const allowed = new Set(known.flatMap((part, place) => (closeness[place] === most ? [...part.quantities] : [])));
      return [...quantities].filter((quantity) => !allowed.has(quantity));
    });
}

function spelledIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Also each part of a word with hyphens. */
function wordsIn(text: string): string[] {
  return spelledIn(text.toLowerCase()).flatMap((word) => [word, ...partsOf(word)]);
}

function partsOf(word: string): string[] {
  return word.replace(/['’]s$/, '').split(/[-'’]/);
}
