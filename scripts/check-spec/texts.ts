/** Texts that a caller reads: each operation has a summary of its own, and sentences are whole (spec/README, An operation). */
import { type Contract, type Fault, own, text } from './document.ts';

/** A description that begins with what the operation does: "Returns", "Creates". */
const saysWhatItDoes = /^[A-Z][a-z]+s /;

export function checkTexts({ operations }: Contract, fault: Fault): void {
  const summaries = new Map<string, string>();
  for (const { id, operation, parameters } of operations) {
    const [summary, description] = [text(own(operation, 'summary')), text(own(operation, 'description')).trim()];
    const other = summaries.get(summary);
    if (other !== undefined) fault('summary', id, `has the summary of ${other}`);
    summaries.set(summary, id);
    if (!saysWhatItDoes.test(description)) fault('sentence', id, 'the description does not begin with what the operation does');
    if (!description.endsWith('.')) fault('sentence', id, 'the description does not end with a full stop');
    for (const parameter of parameters)
      if (!text(own(parameter, 'description')).trim().endsWith('.'))
        fault('sentence', `${id} ${text(own(parameter, 'name'))}`, 'the description does not end with a full stop');
  }
}
