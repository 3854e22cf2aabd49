/** A table that people take along, whatever the format of its file. */

export interface Layout {
  /** The name of the sheet. */
  readonly sheet: string;
  /** Widths are in characters. */
  readonly columns: readonly { readonly heading: string; readonly width: number }[];
}
export type Row = readonly string[];
export interface Table extends Layout {
  readonly rows: readonly Row[];
}
