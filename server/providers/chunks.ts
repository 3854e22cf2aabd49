/** Characters per message to a worker. */
const chunkLength = 1024 * 1024;

/** Splits a text into messages for a worker. */
export function* chunks(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += chunkLength) yield text.slice(at, at + chunkLength);
}
