/** What a check is about, in words (spec/areas/cloud-security, rule 10). */
import { createHash } from 'node:crypto';
import type { components } from '../../../../generated/api.d.ts';
import { sentenceOf } from './evaluate.ts';
import { findCheck } from './pack/index.ts';

/** @returns undefined when there is nothing to tell */
export function definitionOf(organizationId: string, checkKey: string | null): components['schemas']['CheckDefinition'] | undefined {
  const check = checkKey === null ? undefined : findCheck(checkKey);
  if (!check) return undefined;
  const { key, subject, asks, fault, passes = asks, fails = fault, why } = check;
  return {
    // The same as long as the check is there.
    id: `chd_${createHash('sha256').update(`${organizationId} ${key}`).digest('hex').slice(0, 24)}`,
    title: asks.charAt(0).toUpperCase() + asks.slice(1),
    description: `The check examines each resource of the kind ${subject}.`,
    passCriteria: sentenceOf(passes),
    failCriteria: sentenceOf(fails),
    whyItMatters: why,
    source: 'catalog',
  };
}
