/** The texts of policies, as nodes of rich text (policies, rules 4 to 6). */
import { isDeepStrictEqual } from 'node:util';
import type { components } from '#generated/api';

export type Nodes = components['schemas']['Policy']['content'];

/**
 * @param given nodes, or a document with them
 * @returns the nodes, which are what is stored
 */
export function nodesOf(given: components['schemas']['PolicyRichText']): Nodes {
  return Array.isArray(given) ? given : given.content;
}

interface Texts {
  readonly content: Nodes;
  readonly draftContent: Nodes;
}

/** @returns the working draft of a policy, or the live text if there is none */
export function workingDraft({ content, draftContent }: Texts): Nodes {
  return draftContent.length ? draftContent : content;
}

/** @returns whether the working draft has unpublished changes */
export function hasChanges({ content, draftContent }: Texts): boolean {
  return draftContent.length > 0 && !isDeepStrictEqual(content, draftContent);
}

/** @returns the summary of a text for the audit log, which is its length (policies, rule 19) */
export function summaryOf(content: Nodes): string {
  return `${content.length} blocks, ${JSON.stringify(content).length} characters`;
}
