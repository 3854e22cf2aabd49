/** Converts between the letters and the indexes (from 0) of spreadsheet columns. */

/** @param reference a cell or column such as `C7` or `C` @returns the column's index (here 2); undefined if the reference has no column */
export function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d|$)/.exec(reference)?.[0];
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** @returns the letters of a column, such as `C` for the index 2 */
export function lettersOf(column: number): string {
  const leading = Math.floor(column / 26);
  return (leading > 0 ? lettersOf(leading - 1) : '') + String.fromCharCode(65 + (column % 26));
}
