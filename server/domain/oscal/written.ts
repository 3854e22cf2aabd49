/** A document as JSON, piece by piece, so that a large one neither is one text in memory nor keeps others waiting. */
import { setImmediate } from 'node:timers/promises';
import { isObject } from '../../platform/json-object.ts';

/** Characters of a piece, at least. */
const enough = 64 * 1024;
/** How deep a document is taken apart: down to single controls, observations and requirements. */
const depth = 5;

export async function* writtenDocument(document: object): AsyncGenerator<Buffer> {
  let text = '';
  for (const piece of partsOf(document, depth)) {
    text += piece;
    if (text.length < enough) continue;
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
