/** Types of the parts of a PDF report. */

/** Data for the top of the first page and for the footer of each page. */
export interface ReportHead {
  readonly title: string;
  readonly organization: string;
  /** Pairs of a name and its value. */
  readonly facts: readonly (readonly [string, string])[];
  /** The time of the export. */
  readonly exportedAt: string;
}

export type ReportBlock =
  | { readonly kind: 'heading' | 'subheading' | 'text' | 'note' | 'code'; readonly text: string }
  /** The first row contains the column titles, and `widths` the column widths in points. */
  | { readonly kind: 'table'; readonly widths: readonly number[]; readonly rows: readonly (readonly string[])[] };
