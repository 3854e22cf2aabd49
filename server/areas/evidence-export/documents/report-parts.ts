/** What a report is made of. */

/** What stands on every page, or at the beginning. */
export interface ReportHead {
  readonly title: string;
  readonly organization: string;
  /** Names and values. */
  readonly facts: readonly (readonly [string, string])[];
  /** When it was made. */
  readonly exportedAt: string;
}

export type ReportBlock =
  | { readonly kind: 'heading' | 'subheading' | 'text' | 'note' | 'code'; readonly text: string }
  /** The first row has the titles. */
  | { readonly kind: 'table'; readonly widths: readonly number[]; readonly rows: readonly (readonly string[])[] };
