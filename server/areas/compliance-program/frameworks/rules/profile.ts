/** Evaluates which controls an OSCAL profile selects from a catalog (frameworks, rule 37). */
import { RE2JS } from 're2js';
import { isObject, type JsonObject } from '#platform/json-object';

/** Returns whether the control with this id is selected. */
export type Selection = (controlId: string) => boolean;

/** Maximum number of selectors of one kind, and maximum length of a pattern in characters. */
const [maxSelectors, maxPatternLength] = [10_000, 200];

/** @param document parsed JSON @returns undefined if the document is not a valid profile with at least one import */
export function selectionOf(document: unknown): Selection | undefined {
  const profile = isObject(document) ? document.profile : undefined;
  const imports = isObject(profile) && Array.isArray(profile.imports) ? profile.imports.slice(0, maxSelectors) : [];
  const selections = imports.map((profileImport) => (isObject(profileImport) ? importSelection(profileImport) : undefined));
  const validSelections = selections.filter((selection) => selection !== undefined);
  return validSelections.length && validSelections.length === selections.length
    ? (id) => validSelections.some((isSelected) => isSelected(id))
    : undefined;
}

/** Returns the selection of an import: the included controls, or all controls by default, without the excluded controls. */
function importSelection(profileImport: JsonObject): Selection | undefined {
  const [included, excluded] = [selectorsOf(profileImport['include-controls']), selectorsOf(profileImport['exclude-controls'])];
  if (!included || !excluded) return undefined;
  const includesAll = profileImport['include-all'] !== undefined || !included.length;
  return (id) => (includesAll || included.some((isSelected) => isSelected(id))) && !excluded.some((isSelected) => isSelected(id));
}

function selectorsOf(value: unknown): Selection[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > maxSelectors) return undefined;
  const selectors = value.map(selectorOf);
  const validSelectors = selectors.filter((selector) => selector !== undefined);
  return validSelectors.length === selectors.length ? validSelectors : undefined;
}

/** Selects controls by ids and by patterns, in which `*` matches any characters and `?` matches one character. */
function selectorOf(value: unknown): Selection | undefined {
  if (!isObject(value)) return undefined;
  const ids = textsIn(value['with-ids']);
  const patterns = value.matching === undefined ? [] : Array.isArray(value.matching) ? value.matching.map(patternOf) : undefined;
  if (!ids || !patterns || patterns.includes(undefined)) return undefined;
  const selectedIds = new Set(ids);
  const validPatterns = patterns.filter((pattern) => pattern !== undefined);
  const isListed: Selection = (id) => selectedIds.has(id) || validPatterns.some((pattern) => pattern.matches(id));
  if (value['with-child-controls'] !== 'yes') return isListed;
  // The id of an enhancement consists of the id of its control, a period and a number.
  return (id) => isListed(id) || parentsOf(id).some(isListed);
}

function patternOf(value: unknown): RE2JS | undefined {
  const pattern = isObject(value) ? value.pattern : undefined;
  if (typeof pattern !== 'string' || pattern.length > maxPatternLength) return undefined;
  return RE2JS.compile(
    pattern
      .split(/([*?])/)
      .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : RE2JS.quote(part)))
      .join(''),
  );
}

function textsIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return [];
  const isValid = Array.isArray(value) && value.length <= maxSelectors && value.every((text) => typeof text === 'string');
  return isValid ? value : undefined;
}

/** Returns the ids of the controls that contain an enhancement: `ac-2.3.1` → `ac-2.3`, `ac-2` */
function parentsOf(id: string): string[] {
  const parts = id.split('.').slice(0, 20);
  return parts.slice(1).map((_part, index) => parts.slice(0, -1 - index).join('.'));
}
