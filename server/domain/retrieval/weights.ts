/** How much a concept tells: what every text of the field speaks of tells less than what few do. */
import { fieldTexts } from '../catalogue/field-texts.ts';
import { conceptsOf } from './concepts.ts';
import { sentencesIn } from './sentences.ts';

interface Known {
  readonly sentences: number;
  readonly with: ReadonlyMap<string, number>;
}
let known: Known | undefined;

/** The sentences of the catalog, counted when they are first needed: they are what such texts look like. */
function counted(): Known {
  const sentences = fieldTexts().flatMap(sentencesIn);
  const counts = new Map<string, number>();
  for (const sentence of sentences) for (const concept of conceptsOf(sentence)) counts.set(concept, (counts.get(concept) ?? 0) + 1);
  return { sentences: sentences.length, with: counts };
}

/** A concept that the catalog names less often weighs as if it were named so often: it may be a word of the customer's own. */
const fewest = 4;
/** A term of the field tells more than a word of any kind, however rare the word. */
const ofTerm = 1.6;
const mostOfWord = 2.5;

/** @returns more than 0; the more, the rarer */
export function weightOf(concept: string): number {
  known ??= counted();
  const rarity = Math.log(1 + known.sentences / Math.max(fewest, known.with.get(concept) ?? 0));
  return concept.startsWith('#') ? rarity * ofTerm : Math.min(rarity, mostOfWord);
}

/** @returns 0 to 1: which part of what the one speaks of the other has, by weight */
export function coverageOf(wanted: ReadonlySet<string>, had: ReadonlySet<string>): number {
  let [part, whole] = [0, 0];
  for (const concept of wanted) {
    const weight = weightOf(concept);
    whole += weight;
    if (had.has(concept)) part += weight;
  }
  return whole === 0 ? 0 : part / whole;
}
