import type { FieldOption } from './manifest.ts';

/** @returns options for the distinct names, sorted */
export function toOptions(names: readonly string[]): FieldOption[] {
  return [...new Set(names)].sort((first, second) => first.localeCompare(second, 'en')).map((name) => ({ value: name, label: name }));
}
