/** Reports the requested checks that need active testing, because a passive assessment skips them (security-penetration-tests, rule 9). */
import type { components } from '#generated/api';
import { type Weakness, createWeakness } from './issues.ts';

type Check = components['schemas']['PenetrationTestCheck'];

export const checks = [
  'discovery',
  'secrets_info_disclosure',
  'technology_config',
  'xss',
  'injection',
  'authentication',
  'authorization',
  'idor_bola',
  'ssrf_xxe',
  'csrf',
  'race_conditions',
  'business_logic',
] as const satisfies readonly Check[];

const activeChecks: readonly Check[] = ['injection', 'authorization', 'idor_bola', 'ssrf_xxe', 'race_conditions', 'business_logic'];

/** @returns an issue for each requested check that a passive assessment does not perform */
export function issuesOfSkippedChecks(requestedChecks: readonly Check[]): Weakness[] {
  return activeChecks
    .filter((check) => requestedChecks.includes(check))
    .map((check) =>
      createWeakness(
        [`NOT-PERFORMED-${check.toUpperCase()}`, 'info', null],
        [
          `Check was not performed: ${check}`,
          'This check needs active testing. The passive assessment only reads what the target shows to everybody.',
          'Whether the target has such weaknesses is not known.',
          'Have the target tested by people, or connect a provider of penetration tests.',
          'Order the check from a tester who performs it.',
        ],
        'not performed',
      ),
    );
}
