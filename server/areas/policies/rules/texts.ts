/** The texts of policies, as nodes of rich text (spec/areas/policies, rules 4 to 6). */
import { isDeepStrictEqual } from 'node:util';
import type { components } from '../../../../generated/api.d.ts';

export type Nodes = components['schemas']['Policy']['content'];

/** @param given nodes, or a document of them @returns the nodes, which are what is stored */
export function nodesOf(given: components['schemas']['PolicyRichText']): Nodes {
  return Array.isArray(given) ? given : given.content;
}

interface Texts {
  readonly content: Nodes;
  readonly draftContent: Nodes;
}

/** @returns the working draft of a policy; the live text where there is none */
export function workingDraft({ content, draftContent }: Texts): Nodes {
  return draftContent.length ? draftContent : content;
}

/** @returns whether the working draft has changes that were not published */
export function hasChanges({ content, draftContent }: Texts): boolean {
  return draftContent.length > 0 && !isDeepStrictEqual(content, draftContent);
}

/** @returns what the audit log says of a text: how long it is (spec/areas/policies, rule 19) */
export function summaryOf(content: Nodes): string {
  return `${content.length} blocks, ${JSON.stringify(content).length} characters`;
}
