/** Holds the framework catalog to its schema and rules; prints one line for each fault and ends with 1 if there is any. */
import { metBy } from './check-catalogue/met-by.ts';
import { source } from '../server/domain/catalogue/source.ts';
import { frameworkSlugs, strengths } from '../server/domain/catalogue/types.ts';
import { catalogueFaults } from './check-catalogue/faults.ts';
import { wordsOf, wordsOfGuidance } from './check-catalogue/words.ts';

const faults = catalogueFaults(source);
for (const fault of faults) console.error(fault);
if (faults.length) process.exit(1);
const { frameworks, controls, policies, tasks } = source;
const counts = Object.values(frameworks).map(({ name, requirements }) => `${name} ${requirements.length}`);
console.log(
  `Catalog: requirements of ${counts.join(', ')}; ${controls.length} controls, ${policies.length} policies, ${tasks.length} tasks`,
);
console.table(
  Object.fromEntries(
    frameworkSlugs.map((slug) => {
      const framework = frameworks[slug];
      const met = controls.map((control) => metBy(control, framework).length);
      const given = framework.requirements.flatMap((requirement) => requirement.controls ?? []);
      return [
        slug + (framework.draft ? ' (draft)' : ''),
        {
          requirements: framework.requirements.length,
          controls: met.filter((count) => count > 0).length,
          mappings: met.reduce((sum, count) => sum + count, 0),
          ...Object.fromEntries(strengths.map((strength) => [strength, given.filter((control) => control.strength === strength).length])),
          points: framework.requirements.reduce((sum, { pointsOfFocus = [] }) => sum + pointsOfFocus.length, 0),
          words: framework.requirements.reduce((sum, { description }) => sum + wordsOf(description), 0),
        },
      ];
    }),
  ),
);
const guided = controls.map(({ guidance }) => wordsOfGuidance(guidance));
const written = policies.map(({ slug, markdown }): [string, number] => [slug, wordsOf(markdown)]);
console.log(
  `Guidance on controls: ${Math.min(...guided)} to ${Math.max(...guided)} words, ${guided.reduce((sum, words) => sum + words, 0)} in all`,
);
console.log(`Words of policies: ${written.map(([slug, words]) => `${slug} ${words}`).join(', ')}`);
