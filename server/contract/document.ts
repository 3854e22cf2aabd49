import type { Components } from './validators.ts';

/** The contract, as far as the gate reads it. */
export interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: Components & Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
