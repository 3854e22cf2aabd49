/** Paths into a document: JSON Pointer (RFC 6901) and JSONPath (RFC 9535). */
import { FunctionExpressionType, JSONPathEnvironment, JSONPointer, type JSONValue } from 'json-p3';
import { isFullMatch, isFound } from './patterns.ts';

/** Maximum length of a path, in characters. */
export const maxPathLength = 1_000;
/** Maximum number of values that a path may match. */
export const maxNodes = 10_000;

/** The path matches too many values or nests too deeply. The run fails. */
export class PathFailed extends Error {}

export interface Path {
  /** Whether the syntax of the path allows at most one value. */
  readonly isSingular: boolean;
  /** @returns the matching values @throws PathFailed */
  findValues(document: JSONValue): JSONValue[];
}

/** The library would match patterns with `RegExp`, whose running time has no limit. */
const environment = new JSONPathEnvironment();
for (const [name, holds] of [
  ['match', isFullMatch],
  ['search', isFound],
] as const)
  environment.functionRegister.set(name, {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (text: unknown, pattern: unknown) => typeof text === 'string' && typeof pattern === 'string' && holds(text, pattern),
  });

/** @returns the parsed path; undefined when the text is not a valid path */
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
    // A path that is nested so deeply that the parser exceeds the stack is invalid, too.
    return undefined;
  }

  /** Converts the errors of the library, which has a depth limit of its own. */
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
  // The library resolves more than RFC 6901 allows, so only its tokens are used.
  const { tokens } = new JSONPointer(text);
  return {
    isSingular: true,
    findValues(document) {
      let value = document;
      for (const token of tokens) {
        if (Array.isArray(value)) {
          const next = /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
          if (next === undefined) return [];
          value = next;
        } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, token)) value = value[token];
        else return [];
      }
      return [value];
    },
  };
}
