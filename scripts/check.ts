/**
 * Checks everything that has to hold before a change is merged, as CI does. `npm run check -- risks` checks one area, and
 * `npm run check -- --all` runs every test on both engines. Ends with the number of tests that passed and failed.
 */
import { checkArea } from './check/area.ts';
import { checkEverything } from './check/whole.ts';

const [, , area] = process.argv;
await (area === undefined || area === '--all' ? checkEverything(area === '--all') : checkArea(area));
