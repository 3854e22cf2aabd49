/** Caches the JSON of an answer, because computing its ETag (etag.ts) and sending it (json-answer.ts) both need it. */
const texts = new WeakMap<object, string>();

/** @param body must not change after this call */
export function jsonOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  const cached = texts.get(body);
  if (cached !== undefined) return cached;
  const text = JSON.stringify(body);
  texts.set(body, text);
  return text;
}
