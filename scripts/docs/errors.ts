/** The errors of the operations: each status, and each of its codes, with the operations that declare it. */
import { STATUS_CODES } from 'node:http';
import { type Answer, type Document, type Json, operationsOf, resolveReference } from './contract.ts';

export interface OperationError {
  readonly status: string;
  readonly phrase: string;
  /** Ids of the operations. */
  readonly operations: readonly string[];
  readonly codes: readonly {
    readonly code: string;
    readonly texts: readonly string[];
    /** Two sentences: the meaning of the code, and how a caller can react. */
    readonly explained: readonly string[];
    readonly operations: readonly string[];
  }[];
}

export function errorsOf(document: Document): OperationError[] {
  const declaredAnswers = operationsOf(document).flatMap(({ operation }) =>
    Object.entries(operation.responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, answer]) => ({
        status,
        id: operation.operationId,
        errors: errorsIn(document, resolveReference(document.components.responses, answer)),
      })),
  );
  return [...Map.groupBy(declaredAnswers, ({ status }) => status)]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([status, answers]) => {
      const answersWithCode = answers.flatMap(({ id, errors }) =>
        errors.flatMap(({ code, error }) => (code === undefined ? [] : [{ id, code, error }])),
      );
      return {
        status,
        phrase: STATUS_CODES[status] ?? '',
        operations: answers.map(({ id }) => id),
        codes: [...Map.groupBy(answersWithCode, ({ code }) => code)].sort().map(([code, answersOfCode]) => ({
          code,
          texts: [...new Set(answersOfCode.map(({ error }) => error))],
          explained: explanationOf(document, code),
          operations: [...new Set(answersOfCode.map(({ id }) => id))],
        })),
      };
    });
}

function errorsIn(document: Document, { content }: Answer): { code: string | undefined; error: string }[] {
  return Object.values(content?.['application/json']?.examples ?? {}).map((example) => {
    const value = resolveReference(document.components.examples, example).value;
    return { code: textIn(value, 'code'), error: textIn(value, 'error') ?? '' };
  });
}

function explanationOf({ 'x-problems': kinds }: Document, code: string): string[] {
  const { meaning, action } = kinds[code] ?? {};
  return [meaning, action].filter((text) => text !== undefined);
}

function textIn(value: Json | undefined, name: string): string | undefined {
  const field = typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
  return typeof field === 'string' ? field : undefined;
}
