/** Parses dates in imported tables. */

/** Spreadsheets store a date as the number of days after this date. */
const spreadsheetEpoch = Date.UTC(1899, 11, 30);
const msPerDay = 24 * 60 * 60 * 1000;

/**
 * Converts a date to ISO 8601 with a time, or returns undefined if the text is not a date.
 * @param text `2026-03-31` with or without a time in UTC, `31.03.2026`, or the serial number of a spreadsheet date
 */
export function parseTime(text: string): string | undefined {
  const [, germanDay = '', germanMonth = '', germanYear = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (germanYear) return parseTime(`${germanYear}-${germanMonth.padStart(2, '0')}-${germanDay.padStart(2, '0')}`);
  if (/^\d{5}(?:\.\d{1,12})?$/.test(text)) return new Date(spreadsheetEpoch + Number(text) * msPerDay).toISOString();
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z)?$/.test(text)) return undefined;
  const time = new Date(text);
  // JavaScript turns a day that does not exist, such as February 30, into a day of the next month.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 10)) ? time.toISOString() : undefined;
}
