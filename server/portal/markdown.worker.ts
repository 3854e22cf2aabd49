/** This worker renders Markdown that somebody wrote, which may be made to take long. */
import { groupsOf, type Work } from '../platform/workers/work.ts';
import { markupOf } from './markdown.ts';

const render: Work<{ readonly texts: readonly string[] }, never> = async ({ texts }) => groupsOf(texts.map(markupOf), 20);

export default render;
