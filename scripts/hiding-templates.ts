/** Finds the paths of the contract that hide values of a parameter in another path. */

/** @returns the templates that another one with a parameter also matches, such as `/v1/tasks/bulk`, which `/v1/tasks/{taskId}` matches */
export function findHidingTemplates(templates: readonly string[]): string[] {
  return templates.filter((template) => templates.some((otherTemplate) => hides(template.split('/'), otherTemplate.split('/')))).toSorted();
}

function hides(segments: readonly string[], otherSegments: readonly string[]): boolean {
  if (segments.length !== otherSegments.length) return false;
  const firstDifference = segments.findIndex((segment, index) => isParameter(segment) !== isParameter(otherSegments[index]));
  if (firstDifference < 0 || !isParameter(otherSegments[firstDifference])) return false;
  return segments.every((segment, index) => isParameter(segment) || isParameter(otherSegments[index]) || segment === otherSegments[index]);
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith('{') === true;
}
