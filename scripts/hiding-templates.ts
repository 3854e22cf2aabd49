/** Finds the paths of the contract that hide values of another one. */

/** @returns the templates that another one with a parameter also matches, such as `/v1/tasks/bulk`, which `/v1/tasks/{taskId}` matches */
export function findHidingTemplates(templates: readonly string[]): string[] {
  return templates.filter((template) => templates.some((other) => hides(template.split('/'), other.split('/')))).toSorted();
}

function hides(segments: readonly string[], others: readonly string[]): boolean {
  if (segments.length !== others.length) return false;
  const first = segments.findIndex((segment, at) => isParameter(segment) !== isParameter(others[at]));
  if (first < 0 || !isParameter(others[first])) return false;
  return segments.every((segment, at) => isParameter(segment) || isParameter(others[at]) || segment === others[at]);
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith('{') === true;
}
