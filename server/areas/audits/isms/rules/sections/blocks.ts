/** Building blocks of the sections of a document. */
import type { components } from '#generated/api';
import type { Row } from '../registers.ts';

type Schemas = components['schemas'];

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** The data that sections are built from. */
export interface SectionData {
  readonly narrative: unknown;
  readonly rows: readonly Row[];
  readonly plan: Schemas['IsmsRiskTreatment'];
  readonly bands: Schemas['RiskRatingBands'];
  /** Names of members by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of linked controls. */
  readonly controls: readonly string[];
}

export const unwrittenSection: Section = { heading: 'Text', blocks: [text('This text is not written yet.')] };

export function text(words: string): Block {
  return { kind: 'text', text: words };
}

/** @param noun noun for the items, used if the list is empty */
export function listOf(noun: string, items: readonly string[]): Block {
  return items.length ? { kind: 'list', items } : emptyMessage(noun);
}

/** @param noun noun for the rows, used if the table is empty */
export function tableOf(noun: string, columns: readonly string[], rows: readonly (readonly string[])[]): Block {
  return rows.length ? { kind: 'table', columns, rows } : emptyMessage(noun);
}

/** If `sections` is empty, returns a section with this heading that says that nothing is recorded. */
export function sectionsOrNone(heading: string, noun: string, sections: readonly Section[]): readonly Section[] {
  return sections.length ? sections : [{ heading, blocks: [emptyMessage(noun)] }];
}

function emptyMessage(noun: string): Block {
  return text(`No ${noun} is recorded.`);
}

export function memberNameOf(names: ReadonlyMap<string, string>, id: string | null): string {
  return id === null ? '' : (names.get(id) ?? '');
}

/** Formats a value as words: `not_started` → `Not started`. */
export function wordsOf(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
