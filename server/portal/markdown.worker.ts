/** Renders user-written Markdown in a worker, because malicious text may take very long. */
import { splitList, type Work } from '#platform/workers/work';
import { renderMarkdown } from './markdown.ts';

const render: Work<{ readonly texts: readonly string[] }, never> = async ({ texts }) => splitList(texts.map(renderMarkdown), 20);

export default render;
