/** Weights of concepts: common concepts of the domain weigh less than rare ones. */
import { fieldTexts } from '#domain/catalogue/field-texts';
import { extractConcepts } from './concepts.ts';
import { splitSentences } from './sentences.ts';

interface ConceptCounts {
  readonly sentences: number;
  readonly with: ReadonlyMap<string, number>;
}
let conceptCounts: ConceptCounts | undefined;

/** Counts the sentences of the catalog on first use, as a sample of typical texts. */
function countConcepts(): ConceptCounts {
  const sentences = fieldTexts().flatMap(splitSentences);
  const counts = new Map<string, number>();
  for (const sentence of sentences) for (const concept of extractConcepts(sentence)) counts.set(concept, (counts.get(concept) ?? 0) + 1);
  return { sentences: sentences.length, with: counts };
}

/** Minimum count of a concept, because a concept that is rare in the catalog may be a customer's own word. */
const minCount = 4;
/** A domain term weighs more than any other word, however rare that is. */
const termFactor = 1.6;
const maxWordWeight = 2.5;

/** @returns a positive weight, higher for rarer concepts */
export function weightOf(concept: string): number {
  conceptCounts ??= countConcepts();
  const rarity = Math.log(1 + conceptCounts.sentences / Math.max(minCount, conceptCounts.with.get(concept) ?? 0));
  return concept.startsWith('#') ? rarity * termFactor : Math.min(rarity, maxWordWeight);
}

/** @returns 0 to 1: the weighted part of the wanted concepts that is present */
export function measureCoverage(wanted: ReadonlySet<string>, had: ReadonlySet<string>): number {
  let [part, whole] = [0, 0];
  for (const concept of wanted) {
    const weight = weightOf(concept);
    whole += weight;
    if (had.has(concept)) part += weight;
  }
  return whole === 0 ? 0 : part / whole;
}
