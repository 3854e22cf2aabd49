/**
 * A value of the database whose type nobody proves where it is read, because it was checked, or made of typed parts, where it was written.
 * `test/trusted.test.ts` counts the uses, so that there is one more only on purpose.
 * @param value what is stored
 * @param _reason why it has the type, in words
 * @returns the same value
 */
export function trusted<T>(value: unknown, _reason: string): T {
  if (!isTrusted<T>(value)) throw new TypeError('nothing is trusted');
  return value;
}

/** For the compiler; it proves nothing. */
function isTrusted<T>(_value: unknown): _value is T {
  return true;
}
