export interface Messages {
  readonly _errors: string[];
}
/** What is wrong, as the `details` of the error envelope: messages for each field; those about the whole request under the key `_errors` itself. */
export type Details = Record<string, Messages | string[]>;
