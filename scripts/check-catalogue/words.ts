/** Counts the words of texts in the catalog. */
import type { ControlGuidance } from '#domain/catalogue/types';

/** @returns the number of words in a text, without headings and list markers, placeholders and conditions */
export function countWords(markdown: string): number {
  return markdown.replaceAll(/\{\{[^{}]*\}\}|^#+ |^- /gm, '').match(/\S+/g)?.length ?? 0;
}

/** @returns the number of words in all guidance for a control */
export function countGuidanceWords({ implementation, evidence, testSteps }: ControlGuidance): number {
  return countWords([implementation, ...evidence, ...testSteps].join(' '));
}
