/** Progress of adopted frameworks, exported for the public pages, which are not an area. */
export { findProgress } from '#areas/compliance-program/frameworks/queries/scores';
