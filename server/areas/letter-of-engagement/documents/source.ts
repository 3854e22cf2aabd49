/** What the document of a letter is made from. */
import type { components } from '../../../../generated/api.d.ts';

/** A letter as it stands on its pages. */
export interface LetterSource {
  readonly letter: components['schemas']['EngagementLetter'];
  /** How the organization is called, and its color, as `#rrggbb`. */
  readonly organization: string;
  readonly color: string | null;
  /** Whether the fee is left out, for a reader whom it does not concern. */
  readonly withoutFee: boolean;
}

/** What comes in pieces: the logo, then the countersigned papers. */
export type Part = { readonly begins: 'logo' | 'paper' } | Uint8Array;
