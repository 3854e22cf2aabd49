import type { Components } from './validators.ts';

/** The parts of the contract that the gate reads. */
export interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: Components & Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
