/** Holds the framework catalog to its schema and rules; prints one line for each fault and ends with 1 if there is any. */
import { source } from '../server/domain/catalogue/source.ts';
import { catalogueFaults } from './check-catalogue/faults.ts';

const faults = catalogueFaults(source);
for (const fault of faults) console.error(fault);
if (faults.length) process.exit(1);
const { frameworks, controls, policies, tasks } = source;
const counts = Object.values(frameworks).map(({ name, requirements }) => `${name} ${requirements.length}`);
console.log(
  `Catalog: requirements of ${counts.join(', ')}; ${controls.length} controls, ${policies.length} policies, ${tasks.length} tasks`,
);
