/**
 * Asserts the type of a database value that is not checked on reading, because it was validated or typed when written.
 * `test/trusted.test.ts` counts the uses, so that a new use is a deliberate choice.
 * @param value stored value
 * @param _reason explains why it has the type
 * @returns the same value
 */
export function trusted<T>(value: unknown, _reason: string): T {
  if (!isTrusted<T>(value)) throw new TypeError('the value is not trusted');
  return value;
}

/** Satisfies the compiler without checking anything. */
function isTrusted<T>(_value: unknown): _value is T {
  return true;
}
