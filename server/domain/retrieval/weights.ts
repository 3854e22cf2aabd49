/** Computes the weights of concepts. Common concepts of the domain have lower weights than rare concepts. */
import { listComplianceTexts } from '#domain/catalogue/field-texts';
import { extractConcepts } from './concepts.ts';
import { splitSentences } from './sentences.ts';

interface ConceptCounts {
  readonly sentences: number;
  readonly byConcept: ReadonlyMap<string, number>;
}
let conceptCounts: ConceptCounts | undefined;

/** Counts the concepts in the sentences of the catalog, which are a sample of typical texts. */
function countConcepts(): ConceptCounts {
  const sentences = listComplianceTexts().flatMap(splitSentences);
  const counts = new Map<string, number>();
  for (const sentence of sentences) for (const concept of extractConcepts(sentence)) counts.set(concept, (counts.get(concept) ?? 0) + 1);
  return { sentences: sentences.length, byConcept: counts };
}

/** Limits the weight of rare concepts, because a concept that is rare in the catalog may be a word that a customer invented. */
const minCount = 4;
/** A domain term has a higher weight than another word that is as rare. */
const termFactor = 1.6;
const maxWordWeight = 2.5;

/** @returns a positive weight, higher for rarer concepts */
export function weightOf(concept: string): number {
  conceptCounts ??= countConcepts();
  const rarity = Math.log(1 + conceptCounts.sentences / Math.max(minCount, conceptCounts.byConcept.get(concept) ?? 0));
  return concept.startsWith('#') ? rarity * termFactor : Math.min(rarity, maxWordWeight);
}

/** @returns the weighted part of the wanted concepts that is present, from 0 to 1 */
export function measureCoverage(wanted: ReadonlySet<string>, present: ReadonlySet<string>): number {
  let [presentWeight, totalWeight] = [0, 0];
  for (const concept of wanted) {
    const weight = weightOf(concept);
    totalWeight += weight;
    if (present.has(concept)) presentWeight += weight;
  }
  return totalWeight === 0 ? 0 : presentWeight / totalWeight;
}
