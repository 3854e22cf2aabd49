/** Checks the framework catalog against its schema and rules. Prints one line for each fault and exits with 1 if there are any. */
import { findRequirementsMetBy } from './check-catalogue/met-by.ts';
import { catalogueSource } from '#domain/catalogue/source';
import { frameworkSlugs, strengths } from '#domain/catalogue/types';
import { findCatalogueFaults } from './check-catalogue/faults.ts';
import { countWords, countGuidanceWords } from './check-catalogue/words.ts';

const faults = findCatalogueFaults(catalogueSource);
for (const fault of faults) console.error(fault);
if (faults.length) process.exit(1);
const { frameworks, controls, policies, tasks } = catalogueSource;
const counts = Object.values(frameworks).map(({ name, requirements }) => `${name} ${requirements.length}`);
console.log(
  `Catalog: requirements of ${counts.join(', ')}; ${controls.length} controls, ${policies.length} policies, ${tasks.length} tasks`,
);
console.table(
  Object.fromEntries(
    frameworkSlugs.map((slug) => {
      const framework = frameworks[slug];
      const metCounts = controls.map((control) => findRequirementsMetBy(control, framework).length);
      const namedControls = framework.requirements.flatMap((requirement) => requirement.controls ?? []);
      return [
        slug + (framework.draft ? ' (draft)' : ''),
        {
          requirements: framework.requirements.length,
          controls: metCounts.filter((count) => count > 0).length,
          mappings: metCounts.reduce((sum, count) => sum + count, 0),
          ...Object.fromEntries(
            strengths.map((strength) => [strength, namedControls.filter((control) => control.strength === strength).length]),
          ),
          points: framework.requirements.reduce((sum, { pointsOfFocus = [] }) => sum + pointsOfFocus.length, 0),
          words: framework.requirements.reduce((sum, { description }) => sum + countWords(description), 0),
        },
      ];
    }),
  ),
);
const guidanceWordCounts = controls.map(({ guidance }) => countGuidanceWords(guidance));
const policyWordCounts = policies.map(({ slug, markdown }): [string, number] => [slug, countWords(markdown)]);
console.log(
  `Guidance on controls: ${Math.min(...guidanceWordCounts)} to ${Math.max(...guidanceWordCounts)} words, ${guidanceWordCounts.reduce((sum, words) => sum + words, 0)} in all`,
);
console.log(`Words of policies: ${policyWordCounts.map(([slug, words]) => `${slug} ${words}`).join(', ')}`);
