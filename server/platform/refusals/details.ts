export interface Messages {
  readonly _errors: string[];
}
/** The `details` of the error envelope: messages for each field, and under `_errors` messages about the whole request. */
export type Details = Record<string, Messages | string[]>;
