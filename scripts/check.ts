/**
 * Everything that has to hold before a change is merged; the same here and in CI. `npm run check -- risks` is what concerns one area, for
 * while it is worked on. Ends with the number of tests that passed and failed.
 */
import { checkArea } from './check/area.ts';
import { checkEverything } from './check/whole.ts';

const [, , area] = process.argv;
await (area === undefined ? checkEverything() : checkArea(area));
