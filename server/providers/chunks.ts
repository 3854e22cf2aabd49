/** Maximum number of characters per message to a worker. */
const chunkLength = 1024 * 1024;

/** Splits a text into messages for a worker. */
export function* chunks(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += chunkLength) yield text.slice(start, start + chunkLength);
}
