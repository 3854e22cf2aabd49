/** Paths into a document: JSON Pointer (RFC 6901) and JSONPath (RFC 9535). */
import { FunctionExpressionType, JSONPathEnvironment, JSONPointer, type JSONValue } from 'json-p3';
import { describes, occurs } from './patterns.ts';

/** Characters of a path. */
export const longestPath = 1_000;
/** How many values a path may lead to. */
export const mostNodes = 10_000;

/** A path leads to more values than it may, or looks too deep. The run ends. */
export class PathFailed extends Error {}

export interface Path {
  /** Whether its form allows one value at most. */
  readonly isSingular: boolean;
  /** @returns what it leads to @throws PathFailed */
  valuesIn(document: JSONValue): JSONValue[];
}

/** The library would make a `RegExp` of patterns inside of a path. */
const environment = new JSONPathEnvironment();
for (const [name, holds] of [
  ['match', describes],
  ['search', occurs],
] as const)
  environment.functionRegister.set(name, {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (text: unknown, pattern: unknown) => typeof text === 'string' && typeof pattern === 'string' && holds(text, pattern),
  });

/** @returns the path that a text describes; undefined for a text that describes none */
export function pathOf(text: string): Path | undefined {
  if (text.length > longestPath) return undefined;
  return text.startsWith('$') ? queryOf(text) : pointerOf(text);
}

function queryOf(text: string): Path | undefined {
  try {
    const query = environment.compile(text);
    return {
      isSingular: query.singularQuery(),
      valuesIn(document) {
        const values: JSONValue[] = [];
        for (const { value } of lazily(query.lazyQuery(document))) {
          if (values.length >= mostNodes) throw new PathFailed(`The path ${text} leads to more than ${mostNodes} values`);
          values.push(value);
        }
        return values;
      },
    };
  } catch {
    // What is nested too deep ends the stack of the parser. Such a path describes nothing either.
    return undefined;
  }

  /** The library stops at a depth of its own. */
  function* lazily<Node>(nodes: Iterable<Node>): Generator<Node> {
    try {
      yield* nodes;
    } catch (error) {
      throw error instanceof PathFailed ? error : new PathFailed(`The path ${text} cannot be followed in this document`);
    }
  }
}

function pointerOf(text: string): Path | undefined {
  if ((text !== '' && !text.startsWith('/')) || /~(?![01])/.test(text)) return undefined;
  // The library resolves more than RFC 6901 allows, so the tokens are followed here.
  const { tokens } = new JSONPointer(text);
  return {
    isSingular: true,
    valuesIn(document) {
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
