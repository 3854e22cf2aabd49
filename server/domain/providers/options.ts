import type { FieldOption } from './manifest.ts';

/** Each name once, in the order of the alphabet. */
export function optionsOf(names: readonly string[]): FieldOption[] {
  return [...new Set(names)].sort((one, other) => one.localeCompare(other, 'en')).map((name) => ({ value: name, label: name }));
}
