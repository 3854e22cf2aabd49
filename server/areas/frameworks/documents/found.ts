/** A requirement as a file has it. */
export interface FoundRequirement {
  /** Where it stands in the file. */
  readonly place: string;
  readonly identifier: string;
  readonly name: string;
  /** Undefined when the file says nothing of it at all. */
  readonly description: string | undefined;
  /** The same; empty where the file leaves it out. */
  readonly requirementFamily: string | undefined;
  /** Whether the file has it, but no text for it any more. */
  readonly isWithdrawn: boolean;
}

/** Most requirements that are taken from one file. */
export const mostRequirements = 5000;
