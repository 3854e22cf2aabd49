/** The texts of treatment strategies (vendors, rule 2). */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
type Strategy = Schemas['TreatmentType'];

/** The columns of the texts, without empty ones. */
export interface Texts {
  readonly accept_text: string | null;
  readonly avoid_text: string | null;
  readonly mitigate_text: string | null;
  readonly transfer_text: string | null;
}

/**
 * @returns the column of one text, to be written
 * @param text null or empty for none
 */
export function textColumn(strategy: Strategy, text: string | null): Partial<Texts> {
  return { [`${strategy}_text`]: text || null };
}

/** @returns the text of a strategy, or null */
export function textOf(texts: Texts, strategy: Strategy): string | null {
  return texts[`${strategy}_text`];
}

/** @returns the texts that are set, by strategy */
export function textsByStrategy({ accept_text, avoid_text, mitigate_text, transfer_text }: Texts): Schemas['VendorStrategyDescriptions'] {
  return {
    ...(accept_text !== null && { accept: accept_text }),
    ...(avoid_text !== null && { avoid: avoid_text }),
    ...(mitigate_text !== null && { mitigate: mitigate_text }),
    ...(transfer_text !== null && { transfer: transfer_text }),
  };
}
