import type { FieldOption } from './manifest.ts';

/** Options from names, sorted and without duplicates. */
export function toOptions(names: readonly string[]): FieldOption[] {
  return [...new Set(names)].sort((one, other) => one.localeCompare(other, 'en')).map((name) => ({ value: name, label: name }));
}
