/** Parts of a report. */

/** The title page data and page footer. */
export interface ReportHead {
  readonly title: string;
  readonly organization: string;
  /** Pairs of name and value. */
  readonly facts: readonly (readonly [string, string])[];
  /** When the report was created. */
  readonly exportedAt: string;
}

export type ReportBlock =
  | { readonly kind: 'heading' | 'subheading' | 'text' | 'note' | 'code'; readonly text: string }
  /** The first row has the column titles. */
  | { readonly kind: 'table'; readonly widths: readonly number[]; readonly rows: readonly (readonly string[])[] };
