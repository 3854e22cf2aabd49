/** Finds fixed path segments where another path has a parameter. A record named like such a segment would be unreachable. */
import { operations } from '#generated/operations';

const templates = [...new Set(Object.values(operations).map(({ path }) => path))];

/**
 * @param parameter path template that ends with the parameter, such as `/v1/tasks/{taskId}`
 * @returns the values that lead to another operation, which users must not choose as names of records
 */
export function fixedSiblingsOf(parameter: string): ReadonlySet<string> {
  const prefix = parameter.slice(0, parameter.lastIndexOf('/') + 1);
  const segments = templates.flatMap((template) =>
    template.startsWith(prefix) ? (template.slice(prefix.length).split('/')[0] ?? []) : [],
  );
  return new Set(segments.filter((segment) => !segment.startsWith('{')));
}
