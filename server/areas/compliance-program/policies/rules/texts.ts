/** Rules for the texts of policies, which are stored as rich text nodes (policies, rules 4 to 6). */
import { isDeepStrictEqual } from 'node:util';
import type { components } from '#generated/api';

export type Nodes = components['schemas']['Policy']['content'];

/**
 * @param text an array of nodes, or a document that contains the nodes
 * @returns the nodes, as they are stored
 */
export function nodesOf(text: components['schemas']['PolicyRichText']): Nodes {
  return Array.isArray(text) ? text : text.content;
}

interface Texts {
  readonly content: Nodes;
  readonly draftContent: Nodes;
}

/** @returns the working draft of a policy, or its published text if the working draft is empty */
export function workingDraft({ content, draftContent }: Texts): Nodes {
  return draftContent.length ? draftContent : content;
}

/** @returns whether the working draft has unpublished changes */
export function hasChanges({ content, draftContent }: Texts): boolean {
  return draftContent.length > 0 && !isDeepStrictEqual(content, draftContent);
}

/** @returns the length of a text, as its summary in the audit log (policies, rule 19) */
export function summaryOf(content: Nodes): string {
  return `${content.length} blocks, ${JSON.stringify(content).length} characters`;
}
