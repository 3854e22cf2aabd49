/** Selects the runner of penetration tests: the connected one, or a built-in one (security-penetration-tests, rule 9). */
import type { Ports } from '#platform/ports/index';
import type { PenetrationTestRunner } from '#platform/ports/penetration-testing';
import { assessWith } from './assess.ts';
import { simulate } from './simulate.ts';

export function selectRunner({ penetrationTests: { runner }, http }: Pick<Ports, 'penetrationTests' | 'http'>): PenetrationTestRunner {
  const assess = assessWith(http);
  return (
    runner ?? {
      ready: async () => undefined,
      perform: (order, context) => (order.testMode ? simulate : assess)(order, context),
    }
  );
}
