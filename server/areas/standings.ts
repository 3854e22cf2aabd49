/** How much of the work of adopted frameworks is done, for the public pages, which are no area. */
export { standingsOf } from './frameworks/queries/scores.ts';
