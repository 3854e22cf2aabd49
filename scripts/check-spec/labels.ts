/** Checks the labels of enumerations: one for each value, short, and different from each other (spec/README, Schemas). */
import { isForPeople } from '../complete-contract/enumerations.ts';
import { type Contract, entries, type Fault, type Json, list, own, text } from './document.ts';

const maxLength = 40;
/** Keys that contain no enumerations for people: data, excluded values, and answers, whose enumerations are error codes. */
const skippedKeys = ['const', 'default', 'enum', 'example', 'examples', 'not', 'responses', 'x-labels', 'x-problems'];

export function checkLabels({ document }: Contract, fault: Fault): void {
  (function walk(value: Json | undefined, where: string) {
    const values = list(own(value, 'enum'));
    if (values.length && isForPeople(values)) checkEnumeration(values, own(value, 'x-labels'), where);
    const inner = Array.isArray(value) ? value.map((item, index): [string, Json] => [String(index), item]) : entries(value);
    for (const [key, item] of inner)
      // A property may have the name of a keyword.
      if (where.endsWith('/properties') || !(skippedKeys.includes(key) || key === 'ErrorCode')) walk(item, `${where}/${key}`);
  })(document, '');

  function checkEnumeration(values: readonly string[], labels: Json | undefined, where: string) {
    const usedLabels = new Set<string>();
    for (const value of values) {
      const label = text(own(labels, value));
      if (label === '') fault('label', where, `${value} has no label`);
      else if (label.length > maxLength) fault('label', where, `the label of ${value} has more than ${maxLength} characters`);
      else if (usedLabels.has(label)) fault('label', where, `two values are called ${label}`);
      usedLabels.add(label);
    }
    for (const [value] of entries(labels)) if (!values.includes(value)) fault('label', where, `${value} is not a value`);
  }
}
