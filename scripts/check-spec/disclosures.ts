/** Checks x-discloses: at most a few known texts of other records, with a reason (spec/README, An operation). */
import { disclosableTexts, maxDisclosures } from '../complete-contract/disclosures.ts';
import { type Contract, type Fault, list, own, text } from './document.ts';

export function checkDisclosures({ operations }: Contract, fault: Fault): void {
  for (const { id, operation } of operations) {
    const declaredTexts = own(operation, 'x-discloses');
    if (declaredTexts === undefined) continue;
    const texts = list(declaredTexts).map(text);
    const isKnown = texts.every((one) => Object.hasOwn(disclosableTexts, one));
    if (!texts.length || texts.length > maxDisclosures || new Set(texts).size < texts.length || !isKnown)
      fault('discloses', id, `x-discloses must be a list of at most ${maxDisclosures} texts of scripts/complete-contract/disclosures.ts`);
    if (text(own(own(operation, 'x-provenance'), 'decision')) === '')
      fault('discloses', id, 'x-discloses needs its reason in the decision of x-provenance');
    if (own(operation, 'x-permission') === 'public') fault('discloses', id, 'x-discloses is not allowed on public operations');
  }
}
