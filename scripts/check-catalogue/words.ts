import type { ControlGuidance } from '../../server/domain/catalogue/types.ts';

/** @returns how many words a text has, without marks of headings and lists, placeholders and conditions */
export function wordsOf(markdown: string): number {
  return markdown.replaceAll(/\{\{[^{}]*\}\}|^#+ |^- /gm, '').match(/\S+/g)?.length ?? 0;
}

/** @returns the same of all that is said on a control */
export function wordsOfGuidance({ implementation, evidence, testSteps }: ControlGuidance): number {
  return wordsOf([implementation, ...evidence, ...testSteps].join(' '));
}
