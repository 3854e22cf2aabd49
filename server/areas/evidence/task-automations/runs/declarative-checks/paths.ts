/** Parses paths and finds their values in a document. A path is a JSON Pointer (RFC 6901) or a JSONPath (RFC 9535). */
import { FunctionExpressionType, JSONPathEnvironment, JSONPointer, type JSONValue } from 'json-p3';
import { isFullMatch, hasMatch } from './patterns.ts';

/** Maximum length of a path, in characters. */
export const maxPathLength = 1_000;
/** Maximum number of values that a path may match. */
export const maxNodes = 10_000;

/** Thrown when a path matches too many values or nests too deeply. The run then fails. */
export class PathFailed extends Error {}

export interface Path {
  /** Whether the syntax of the path allows at most one value. */
  readonly isSingular: boolean;
  /** @returns the values at the path. @throws PathFailed for too many values or too deep nesting */
  findValues(document: JSONValue): JSONValue[];
}

// The library implements match() and search() with `RegExp`, whose running time is unlimited. So functions that use RE2 replace them.
const environment = new JSONPathEnvironment();
for (const [name, isMatch] of [
  ['match', isFullMatch],
  ['search', hasMatch],
] as const)
  environment.functionRegister.set(name, {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (text: unknown, pattern: unknown) => typeof text === 'string' && typeof pattern === 'string' && isMatch(text, pattern),
  });

/** @returns the parsed path; undefined if the text is not a valid path */
export function parsePath(text: string): Path | undefined {
  if (text.length > maxPathLength) return undefined;
  return text.startsWith('$') ? parseQuery(text) : parsePointer(text);
}

function parseQuery(text: string): Path | undefined {
  try {
    const query = environment.compile(text);
    return {
      isSingular: query.singularQuery(),
      findValues(document) {
        const values: JSONValue[] = [];
        for (const { value } of convertErrors(query.lazyQuery(document))) {
          if (values.length >= maxNodes) throw new PathFailed(`The path ${text} leads to more than ${maxNodes} values`);
          values.push(value);
        }
        return values;
      },
    };
  } catch {
    // The path is also invalid if it is nested so deeply that the parser exceeds the size of the stack.
    return undefined;
  }

  /** Converts errors of the library, such as exceeding its own limit of depth, to PathFailed. */
  function* convertErrors<Node>(nodes: Iterable<Node>): Generator<Node> {
    try {
      yield* nodes;
    } catch (error) {
      throw error instanceof PathFailed ? error : new PathFailed(`The path ${text} cannot be followed in this document`);
    }
  }
}

function parsePointer(text: string): Path | undefined {
  if ((text !== '' && !text.startsWith('/')) || /~(?![01])/.test(text)) return undefined;
  // The library also resolves pointers that RFC 6901 does not allow. So only its tokens are used.
  const { tokens } = new JSONPointer(text);
  return {
    isSingular: true,
    findValues(document) {
      let value = document;
      for (const token of tokens) {
        if (Array.isArray(value)) {
          const item = /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
          if (item === undefined) return [];
          value = item;
        } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, token)) value = value[token];
        else return [];
      }
      return [value];
    },
  };
}
