/** Serializes a document as JSON in chunks, so that a large document needs little memory and does not block the event loop. */
import { setImmediate } from 'node:timers/promises';
import { isObject } from '#platform/json-object';

/** Minimum size of a chunk, in characters. */
const minChunkLength = 64 * 1024;
/** The number of levels at which a document is split, which reaches single controls, observations and requirements. */
const splitDepth = 5;

export async function* serializeDocument(document: object): AsyncGenerator<Buffer> {
  let text = '';
  for (const part of partsOf(document, splitDepth)) {
    text += part;
    if (text.length < minChunkLength) continue;
    yield Buffer.from(text);
    text = '';
    await setImmediate();
  }
  yield Buffer.from(text);
}

function* partsOf(value: unknown, levels: number): Generator<string> {
  if (levels > 0 && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index ? ',' : '[';
      yield* partsOf(item, levels - 1);
    }
    yield value.length ? ']' : '[]';
  } else if (levels > 0 && isObject(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    for (const [index, [name, member]] of members.entries()) {
      yield `${index ? ',' : '{'}${JSON.stringify(name)}:`;
      yield* partsOf(member, levels - 1);
    }
    yield members.length ? '}' : '{}';
  } else yield JSON.stringify(value);
}
