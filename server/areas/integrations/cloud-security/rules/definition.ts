/** Describes a check in words (cloud-security, rule 10). */
import { createHash } from 'node:crypto';
import type { components } from '#generated/api';
import { sentenceOf } from './evaluate.ts';
import { findCheck } from './pack/index.ts';

/** @returns the definition of a check, or undefined if there is no check with this key */
export function definitionOf(organizationId: string, checkKey: string | null): components['schemas']['CheckDefinition'] | undefined {
  const check = checkKey === null ? undefined : findCheck(checkKey);
  if (!check) return undefined;
  const { key, subject, requirement, violation, passDescription = requirement, failDescription = violation, consequence } = check;
  return {
    // Derived from the key, so that it never changes.
    id: `chd_${createHash('sha256').update(`${organizationId} ${key}`).digest('hex').slice(0, 24)}`,
    title: requirement.charAt(0).toUpperCase() + requirement.slice(1),
    description: `The check examines each resource of the kind ${subject}.`,
    passCriteria: sentenceOf(passDescription),
    failCriteria: sentenceOf(failDescription),
    whyItMatters: consequence,
    source: 'catalog',
  };
}
