/**
 * Finds words of a draft that its passages do not support: names, numbers, frequencies, and words that look like a key or a password. Each
 * word must be common or occur in the passages. Each number and frequency must occur in the part of the passages with the same topic.
 */
import { isMixed } from '#platform/redaction/random';
import { extractConcepts, stemOf } from '#domain/retrieval/concepts';
import { splitSentences } from '#domain/retrieval/sentences';
import { measureCoverage } from '#domain/retrieval/weights';
import { isCommon } from './common-words.ts';
import { quantitiesIn } from './quantities.ts';

/** If a sentence is about secrets, the passages must contain each concept of the sentence. */
const secretWords = /\b(?:keys?|passwords?|passphrases?|passcodes?|pins?|secrets?|tokens?|credentials?)\b/i;

/** These limits bound the work, because each part of a draft with a number is compared with each part of the passages. */
const maxParts = 1_000;
const maxPartsWithNumbers = 20;

/** @param passages the text of all passages @returns a function that finds the words and numbers of a sentence that the passages lack */
export function createInventionFinder(passages: string): (sentence: string) => string[] {
  const [passageWords, text] = [wordsIn(passages), passages.toLowerCase()];
  const [words, stems, concepts] = [new Set(passageWords), new Set(passageWords.map(stemOf)), extractConcepts(passages)];
  const numbers = new Set(passages.match(/\d+/g));
  const parts = splitSentences(passages).flatMap(splitAtPauses).slice(0, maxParts).map(partOf);
  const isSupported = (word: string) => {
    const inWord = extractConcepts(word);
    return words.has(word) || stems.has(stemOf(word)) || (inWord.size > 0 && [...inWord].every((concept) => concepts.has(concept)));
  };
  return (sentence) => {
    const isStrict = secretWords.test(sentence);
    const capitalizedWords = new Set(
      wordsWithHyphens(sentence)
        .filter((word, index) => index > 0 && /\p{Lu}/u.test(word))
        .map((word) => word.toLowerCase()),
    );
    const { remainingText } = quantitiesIn(sentence);
    const unsupportedWords = [...new Set(wordsWithHyphens(remainingText))].filter((word) => {
      if (!(isCommon(word) && !capitalizedWords.has(word)) && !partsOf(word).every(isSupported)) return true;
      return isStrict && [...extractConcepts(word)].some((concept) => !concepts.has(concept));
    });
    const newKeys = sentence.split(/\s+/).filter((word) => isMixed(word) && !text.includes(word.toLowerCase().replace(/[.,;:!?]$/, '')));
    return [
      ...unsupportedWords,
      ...newKeys,
      ...(sentence.match(/\d+/g) ?? []).filter((number) => !numbers.has(number)),
      ...findMisplacedQuantities(sentence, remainingText, parts),
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
  const { quantities, remainingText } = quantitiesIn(text);
  return { quantities, topic: extractConcepts(remainingText) };
}

/** @returns the numbers and frequencies of the sentence that are missing from the parts of the passages with the most similar topic */
function findMisplacedQuantities(sentence: string, remainingText: string, passageParts: readonly Part[]): string[] {
  const sentenceTopic = extractConcepts(remainingText);
  return splitAtPauses(sentence)
    .filter((text) => quantitiesIn(text).quantities.size > 0)
    .flatMap((text, index) => {
      if (index >= maxPartsWithNumbers) return [text];
      const { quantities, topic } = partOf(text);
      const sharesOf = (concepts: ReadonlySet<string>) => passageParts.map((part) => measureCoverage(concepts, part.topic));
      const partShares = sharesOf(topic);
      const closeness = partShares.some((share) => share > 0) ? partShares : sharesOf(sentenceTopic);
      const highestShare = closeness.reduce((one, other) => Math.max(one, other), 0);
      const allowed = new Set(passageParts.flatMap((part, position) => (closeness[position] === highestShare ? [...part.quantities] : [])));
      return [...quantities].filter((quantity) => !allowed.has(quantity));
    });
}

function wordsWithHyphens(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) ?? [];
}

/** @returns the words in lowercase, and also each part of a word with hyphens */
function wordsIn(text: string): string[] {
  return wordsWithHyphens(text.toLowerCase()).flatMap((word) => [word, ...partsOf(word)]);
}

function partsOf(word: string): string[] {
  return word.replace(/['’]s$/, '').split(/[-'’]/);
}
