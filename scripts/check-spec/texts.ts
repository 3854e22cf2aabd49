/** Texts for readers: operations have unique summaries, examples have summaries, and sentences are complete (spec/README). */
import { type Contract, entries, type Fault, type Json, own, text } from './document.ts';

/** Matches a description that begins with a verb, such as "Returns" or "Creates". */
const saysWhatItDoes = /^[A-Z][a-z]+s /;

export function checkTexts({ document, operations, at }: Contract, fault: Fault): void {
  checkStrings({ document, at }, fault);
  const summaries = new Map<string, string>();
  for (const { id, operation, parameters } of operations) {
    const [summary, description] = [text(own(operation, 'summary')), text(own(operation, 'description')).trim()];
    const otherOperation = summaries.get(summary);
    if (otherOperation !== undefined) fault('summary', id, `has the summary of ${otherOperation}`);
    summaries.set(summary, id);
    if (!saysWhatItDoes.test(description)) fault('sentence', id, 'the description does not begin with what the operation does');
    if (id.startsWith('list') && !description.startsWith('Lists '))
      fault('sentence', id, 'the description of a list does not begin with Lists');
    if (!description.endsWith('.')) fault('sentence', id, 'the description does not end with a full stop');
    for (const parameter of parameters)
      if (!text(own(parameter, 'description')).trim().endsWith('.'))
        fault('sentence', `${id} ${text(own(parameter, 'name'))}`, 'the description does not end with a full stop');
  }
}

/** Each named example has a summary, and the word "catalog" has one spelling. */
function checkStrings({ document, at }: Pick<Contract, 'document' | 'at'>, fault: Fault): void {
  (function walk(value: Json | undefined, path: readonly string[]) {
    const where = path.join('/');
    if (typeof value === 'string') {
      if (/\bcatalogue/i.test(value)) fault('spelling', where, 'says "catalogue" in place of "catalog"');
      return;
    }
    if (own(value, 'schema') !== undefined)
      for (const [name, example] of entries(own(value, 'examples')))
        if (!text(own(at(example), 'summary')).trim()) fault('titled', `${where}/${name}`, 'the example has no summary');
    const inner = Array.isArray(value) ? value.map((item, index): [string, Json] => [String(index), item]) : entries(value);
    for (const [key, item] of inner) walk(item, [...path, key]);
  })(document, []);
}
