/** The short forms of errors that areas write in the contract. */
import type { FieldError } from '#platform/refusals/field-errors';

/** The value of an additional member of an error. */
export type Value = string | number | readonly string[];

export interface ProblemKind {
  readonly status: number;
  /** The message. Names in braces refer to members of the error. */
  readonly error: string;
  readonly meaning: string;
  /** A sentence that tells the caller how to react. */
  readonly action: string;
  /** Example values of the members. */
  readonly example?: Readonly<Record<string, Value>>;
  /** Schemas of members that the message does not name and that an error may lack, with examples. */
  readonly optional?: Readonly<Record<string, OptionalMember>>;
}

/** The schema of a member, with an example. */
interface OptionalMember {
  readonly type?: string;
  readonly description?: string;
  readonly $ref?: string;
  readonly example?: unknown;
}

export type Catalogue = Readonly<Record<string, ProblemKind>>;

/** A mistake in a field: the message alone, if its code follows from it, or the message with its code. */
export type ShortMistake = string | FieldError;

/** Only the text of the error, or an object with more. `details` maps a field, or `_errors`, to its mistakes. */
export type ShortError =
  string | { summary?: string; error?: string; code?: string; details?: Readonly<Record<string, ShortMistake | readonly ShortMistake[]>> };
