/** The input of a letter's document. */
import type { components } from '#generated/api';

/** A letter as its document shows it. */
export interface LetterSource {
  readonly letter: components['schemas']['EngagementLetter'];
  /** The name of the organization, and its color as `#rrggbb`. */
  readonly organization: string;
  readonly color: string | null;
  /** Whether to leave out the fee, for a reader who may not see it. */
  readonly withoutFee: boolean;
}

/** Binary content, sent in chunks: the logo, then the countersigned papers. */
export type Part = { readonly begins: 'logo' | 'paper' } | Uint8Array;
