/** Prints tables in Markdown. */
export function printTable(head: readonly string[], lines: readonly (readonly string[])[]) {
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of [head, widths.map((width) => '-'.repeat(width)), ...lines])
    console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  console.log();
}

/** Formats milliseconds as microseconds. */
export const us = (ms: number) => (ms * 1000).toFixed(0);
export const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0);
export const ratio = (one: number, other: number) => `${(one / other).toFixed(2)} ×`;
