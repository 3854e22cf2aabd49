/** The input of a letter's document. */
import type { components } from '#generated/api';

/** Everything that a letter's PDF shows, except its files. */
export interface LetterSource {
  readonly letter: components['schemas']['EngagementLetter'];
  /** The name of the organization. */
  readonly organization: string;
  /** The brand color of the organization, as `#rrggbb`. */
  readonly color: string | null;
  /** Whether to omit the fee, because the reader may not see it. */
  readonly withoutFee: boolean;
}

/** A chunk of binary content, or the marker that begins a file: first the logo, then the countersigned papers. */
export type Part = { readonly begins: 'logo' | 'paper' } | Uint8Array;
