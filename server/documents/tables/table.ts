/** A table to export, independent of the file format. */

export interface Layout {
  /** The name of the sheet. */
  readonly sheet: string;
  /** The columns; their widths are in characters. */
  readonly columns: readonly { readonly heading: string; readonly width: number }[];
}
export type Row = readonly string[];
export interface Table extends Layout {
  readonly rows: readonly Row[];
}
