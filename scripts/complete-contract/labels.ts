/** Adds `x-labels` to each enumeration: words for people, by value. Labels of the source stay, and the others are derived. */
import type { Document } from './document.ts';
import { enumerationsOf } from './enumerations.ts';
import { labelOf } from './label-of.ts';

export function addLabels(document: Document): void {
  for (const { schema, values } of enumerationsOf(document)) {
    const { 'x-labels': labels = {} } = schema;
    const derivedLabels = Object.fromEntries(values.map((value) => [value, labelOf(value)]));
    schema['x-labels'] = { ...derivedLabels, ...labels };
  }
}
