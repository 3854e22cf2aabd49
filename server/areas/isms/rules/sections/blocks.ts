/** What the sections of a document are made from, and what they are made of. */
import type { components } from '../../../../../generated/api.d.ts';
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

/** What the sections are made from. */
export interface Shown {
  readonly narrative: unknown;
  readonly rows: readonly Row[];
  readonly plan: Schemas['IsmsRiskTreatment'];
  readonly bands: Schemas['RiskRatingBands'];
  /** Names of members by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of linked controls. */
  readonly controls: readonly string[];
}

export const unwritten: Section = { heading: 'Text', blocks: [text('This text is not written yet.')] };

export function text(words: string): Block {
  return { kind: 'text', text: words };
}

/** @param thing that the list has several of, to say that there is none */
export function listOf(thing: string, items: readonly string[]): Block {
  return items.length ? { kind: 'list', items } : none(thing);
}

/** @param thing that a row is about, to say that there is none */
export function tableOf(thing: string, columns: readonly string[], rows: readonly (readonly string[])[]): Block {
  return rows.length ? { kind: 'table', columns, rows } : none(thing);
}

/** @param heading of the section that says that there is no such thing @returns the sections, or that one when there are none */
export function orNone(heading: string, thing: string, sections: readonly Section[]): readonly Section[] {
  return sections.length ? sections : [{ heading, blocks: [none(thing)] }];
}

function none(thing: string): Block {
  return text(`No ${thing} is recorded.`);
}

export function nameIn(names: ReadonlyMap<string, string>, id: string | null): string {
  return id === null ? '' : (names.get(id) ?? '');
}

/** `not_started` → `Not started`. */
export function worded(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
