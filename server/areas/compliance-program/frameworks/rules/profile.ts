/** Controls that an OSCAL profile selects from a catalog (frameworks, rule 37). */
import { RE2JS } from 're2js';
import { isObject, type JsonObject } from '#platform/json-object';

/** Whether the control with this id is selected. */
export type Selection = (controlId: string) => boolean;

/** Limits of selectors of one kind, and of the characters of a pattern. */
const [maxSelectors, maxPatternLength] = [10_000, 200];

/** @param document parsed JSON @returns undefined if it is not a profile that selects anything */
export function selectionOf(document: unknown): Selection | undefined {
  const profile = isObject(document) ? document.profile : undefined;
  const imports = isObject(profile) && Array.isArray(profile.imports) ? profile.imports.slice(0, maxSelectors) : [];
  const selections = imports.map((one) => (isObject(one) ? importOf(one) : undefined));
  const usable = selections.filter((selection) => selection !== undefined);
  return usable.length && usable.length === selections.length ? (id) => usable.some((selects) => selects(id)) : undefined;
}

/** The selection of an import: included controls without excluded ones; everything by default. */
function importOf(one: JsonObject): Selection | undefined {
  const [included, excluded] = [selectorsOf(one['include-controls']), selectorsOf(one['exclude-controls'])];
  if (!included || !excluded) return undefined;
  const isAll = one['include-all'] !== undefined || !included.length;
  return (id) => (isAll || included.some((selects) => selects(id))) && !excluded.some((selects) => selects(id));
}

function selectorsOf(value: unknown): Selection[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > maxSelectors) return undefined;
  const selectors = value.map(selectorOf);
  const usable = selectors.filter((selector) => selector !== undefined);
  return usable.length === selectors.length ? usable : undefined;
}

/** Selects by ids and by patterns, in which `*` matches any characters and `?` matches one. */
function selectorOf(value: unknown): Selection | undefined {
  if (!isObject(value)) return undefined;
  const ids = textsIn(value['with-ids']);
  const patterns = value.matching === undefined ? [] : Array.isArray(value.matching) ? value.matching.map(patternOf) : undefined;
  if (!ids || !patterns || patterns.includes(undefined)) return undefined;
  const known = new Set(ids);
  const usable = patterns.filter((pattern) => pattern !== undefined);
  const isMeant: Selection = (id) => known.has(id) || usable.some((pattern) => pattern.matches(id));
  if (value['with-child-controls'] !== 'yes') return isMeant;
  // The id of an enhancement consists of the id of its control, a period and a number.
  return (id) => isMeant(id) || parentsOf(id).some(isMeant);
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
  const isUsable = Array.isArray(value) && value.length <= maxSelectors && value.every((one) => typeof one === 'string');
  return isUsable ? value : undefined;
}

/** `ac-2.3.1` → `ac-2.3`, `ac-2` */
function parentsOf(id: string): string[] {
  const parts = id.split('.').slice(0, 20);
  return parts.slice(1).map((_part, index) => parts.slice(0, -1 - index).join('.'));
}
