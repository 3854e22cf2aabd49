/** Reads and writes the texts of treatment strategies. Each strategy has its own text (vendors, rule 2). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Strategy = Schemas['TreatmentType'];

/** The columns of the texts. A strategy without a text has null. */
export interface TreatmentTexts {
  readonly accept_text: string | null;
  readonly avoid_text: string | null;
  readonly mitigate_text: string | null;
  readonly transfer_text: string | null;
}

/**
 * @param text the text of the strategy; null or an empty text deletes the stored text
 * @returns the column to write
 */
export function treatmentTextColumn(strategy: Strategy, text: string | null): Partial<TreatmentTexts> {
  return { [`${strategy}_text`]: text || null };
}

/** @returns the text of a strategy, or null if the strategy has no text */
export function treatmentTextOf(texts: TreatmentTexts, strategy: Strategy): string | null {
  return texts[`${strategy}_text`];
}

/** @returns an object with the text of each strategy that has a text */
export function textsByStrategy({
  accept_text,
  avoid_text,
  mitigate_text,
  transfer_text,
}: TreatmentTexts): Schemas['VendorStrategyDescriptions'] {
  return {
    ...(accept_text !== null && { accept: accept_text }),
    ...(avoid_text !== null && { avoid: avoid_text }),
    ...(mitigate_text !== null && { mitigate: mitigate_text }),
    ...(transfer_text !== null && { transfer: transfer_text }),
  };
}
