/** The pages of the reference as Markdown, and llms.txt (llmstxt.org), which leads language models to them. */
import { nameOfWorkflow, type Step } from '../workflows/read.ts';
import { operationsOf, type PlacedOperation } from './contract.ts';
import type { Group } from './groups.ts';
import type { Links } from './links.ts';
import { inOneLine, operationMarkdown } from './operation-markdown.ts';
import type { Reference } from './pages.ts';

/** @returns the Markdown files by name: one for each page without its extension, and one for each operation */
export function markdownFiles(reference: Reference): [name: string, text: string][] {
  const { document, groups } = reference;
  const files: [string, string][] = [
    ['llms.txt', llmsText(reference)],
    ['index.md', indexMarkdown(reference)],
    ['guides.md', guidesMarkdown(reference)],
    ['errors.md', errorsMarkdown(reference)],
    ['workflows.md', workflowsMarkdown(reference)],
    ['all.md', groups.map((group) => groupMarkdown(reference, group)).join('\n')],
    ...groups.map((group): [string, string] => [`${group.slug}.md`, groupMarkdown(reference, group)]),
    ...operationsOf(document).map((placed): [string, string] => [
      `${placed.operation.operationId}.md`,
      operationMarkdown(document, placed),
    ]),
  ];
  return files.map(([name, text]) => [name, withMarkdownLinks(text, reference.links)]);
}

function llmsText(reference: Reference): string {
  const { document, groups, guides } = reference;
  return [
    `# ${document.info.title}`,
    `> ${inOneLine(document.info.summary)}`,
    'Each page of the reference is Markdown at its address with `.md`, and so is each operation, such as [getRisk](getRisk.md).',
    '## Guides',
    [
      `- [${guides.quickStart.title}](index.md): from nothing to the first answer`,
      ...guides.others.map(({ title, summary }) => `- [${title}](guides.md): ${summary}`),
      '- [Workflows](workflows.md): sequences of requests that reach a goal',
      '- [Errors](errors.md): every status and code',
    ].join('\n'),
    '## Operations',
    groups
      .map(({ name, slug, areas }) => `- [${name}](${slug}.md): ${areas.map(({ 'x-displayName': title }) => title).join(', ')}`)
      .join('\n'),
    '## Contract',
    '- [openapi.json](openapi.json): the whole contract, OpenAPI 3.1',
    '',
  ].join('\n\n');
}

function indexMarkdown(reference: Reference): string {
  const { document, groups, guides } = reference;
  return [
    `# ${document.info.title}`,
    inOneLine(document.info.summary),
    `## ${guides.quickStart.title}`,
    guides.quickStart.text,
    '## Operations',
    groups.map(({ name, slug }) => `- [${name}](${slug}.md)`).join('\n'),
    '## Guides',
    guides.others.map(({ title, summary }) => `- [${title}](guides.md): ${summary}`).join('\n'),
    '',
  ].join('\n\n');
}

function guidesMarkdown({ guides }: Reference): string {
  return ['# Guides', guides.introduction, ...guides.others.flatMap(({ title, text }) => [`## ${title}`, text]), ''].join('\n\n');
}

function errorsMarkdown({ refusals, document }: Reference): string {
  const { length: total } = operationsOf(document);
  return [
    '# Errors',
    ...refusals.flatMap(({ status, phrase, codes, operations }) => [
      `## ${status} ${phrase}`,
      ...codes.flatMap(({ code, texts, explained, operations: ids }) => [
        `### \`${code}\``,
        ...texts.map((text) => `> ${text}`),
        ...explained,
        linksTo(ids, total),
      ]),
      ...(codes.length ? [] : [linksTo(operations, total)]),
    ]),
    '',
  ].join('\n\n');
}

function workflowsMarkdown({ workflows }: Reference): string {
  return [
    '# Workflows',
    ...workflows.flatMap(({ name, workflow: { summary, description, steps } }) => [
      `## ${summary}`,
      description.trim(),
      `File: [${name}](${name})`,
      steps.map((step, index) => `${index + 1}. ${stepTarget(step)}: ${inOneLine(step.description)}`).join('\n'),
    ]),
    '',
  ].join('\n\n');
}

function stepTarget({ operationId, workflowId = '' }: Step): string {
  return operationId === undefined ? `the workflow \`${nameOfWorkflow(workflowId)}\`` : `[${operationId}](${operationId}.md)`;
}

function groupMarkdown({ document }: Reference, { name, areas }: Group): string {
  const placedByArea = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags[0]);
  return [
    `# ${name}`,
    ...areas.flatMap((area) => [
      `## ${area['x-displayName']}`,
      area.description.trim(),
      (placedByArea.get(area.name) ?? []).map(operationRow).join('\n'),
    ]),
    '',
  ].join('\n\n');
}

function operationRow({ path, method, operation: { operationId, summary } }: PlacedOperation): string {
  return `- [${operationId}](${operationId}.md): ${summary}, \`${method.toUpperCase()} ${path}\``;
}

function linksTo(ids: readonly string[], total: number): string {
  return ids.length > total * 0.75 ? `${ids.length} of ${total} operations` : ids.map((id) => `[${id}](${id}.md)`).join(', ');
}

/** Links of the contract and of the pages lead to the Markdown of the same page. */
function withMarkdownLinks(text: string, links: Links): string {
  return text.replaceAll(/\]\((#[^)\s]+)\)/g, (_all, address: string) => {
    const operation = /^#operation\/(.+)$/.exec(address)?.[1];
    if (operation !== undefined) return links.operation(operation) && `](${operation}.md)`;
    return `](${links.from(address).replace(/\.html(#.*)?$/, '.md')})`;
  });
}
