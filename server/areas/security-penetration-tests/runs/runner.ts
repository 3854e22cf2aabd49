/** The runner of an installation without a connected one (spec/areas/security-penetration-tests, rule 9). */
import type { Ports } from '../../../platform/ports/index.ts';
import type { PenetrationTestRunner } from '../../../platform/ports/penetration-testing.ts';
import { assessWith } from './assess.ts';
import { simulate } from './simulate.ts';

export function runnerOf({ penetrationTests: { runner }, http }: Pick<Ports, 'penetrationTests' | 'http'>): PenetrationTestRunner {
  const assess = assessWith(http);
  return (
    runner ?? {
      ready: async () => undefined,
      perform: (order, surroundings) => (order.testMode ? simulate : assess)(order, surroundings),
    }
  );
}
