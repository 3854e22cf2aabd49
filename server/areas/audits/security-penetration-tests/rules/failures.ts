/** Messages that explain failures to callers (security-penetration-tests, rule 8). */
import type { components } from '#generated/api';
import { type Depth, depths } from './limits.ts';

type Code = components['schemas']['PenetrationTestFailureCode'];

const notCharged = 'It is not charged.';

export function failureText(code: Code, depth: Depth): string {
  switch (code) {
    case 'infrastructure':
      return `The penetration test could not be carried out because of a temporary problem of the infrastructure. ${notCharged} Order it again later.`;
    case 'time_limit':
      return `The penetration test reached its maximum run time of ${formatMinutes(depths[depth].minutes)}. ${notCharged}`;
    case 'unknown':
      return `The penetration test could not be completed. ${notCharged}`;
  }
}

function formatMinutes(minutes: number): string {
  return minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`;
}
