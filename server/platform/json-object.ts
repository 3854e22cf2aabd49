/** An object of JSON whose members are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** @returns whether a value is an object, and neither null nor an array */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
