/** Fixed path segments of the contract where another path has a parameter. They hide a record with this name. */
import { operations } from '#generated/operations';

const templates = [...new Set(Object.values(operations).map(({ path }) => path))];

/**
 * @param parameter its template up to and with it, such as `/v1/tasks/{taskId}`
 * @returns the values that would lead to another operation: no record that people name may have one of these names
 */
export function fixedSiblingsOf(parameter: string): ReadonlySet<string> {
  const before = parameter.slice(0, parameter.lastIndexOf('/') + 1);
  const segments = templates.flatMap((template) =>
    template.startsWith(before) ? (template.slice(before.length).split('/')[0] ?? []) : [],
  );
  return new Set(segments.filter((segment) => !segment.startsWith('{')));
}
