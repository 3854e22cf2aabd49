/** Spreadsheet columns: indexes from 0, and letters. */

/** `C7` and `C` → 2 @returns undefined if the reference has no column */
export function columnOf(place: string): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d|$)/.exec(place)?.[0];
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** 2 → `C` */
export function lettersOf(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? lettersOf(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}
