/** The JSON of an answer is needed twice: for its version (etag.ts) and to be sent (json-answer.ts). It is made once. */
const texts = new WeakMap<object, string>();

/** @param body does not change from now on */
export function jsonOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  const known = texts.get(body);
  if (known !== undefined) return known;
  const text = JSON.stringify(body);
  texts.set(body, text);
  return text;
}
