/** Hooks that a test can use while an organization is being filled with records. */
import type { contract } from '../support/contract.ts';

type Operation = (typeof contract)[number];

export interface Filling {
  /** Runs after the demonstration and before the examples. */
  prepare(organizationId: string): Promise<unknown>;
  /** @returns the body to send for the body of an example */
  bodyFor(operation: Operation, example: unknown): Promise<unknown>;
  answered(operation: Operation, body: unknown, status: number): void;
}

export const defaultFilling: Filling = {
  prepare: async () => undefined,
  bodyFor: async (_operation, example) => example,
  answered: () => undefined,
};
