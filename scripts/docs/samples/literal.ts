/** Formats values as TypeScript for a narrow column. */
import type { Json } from '../contract.ts';

/** The maximum length of a line in a sample. */
export const maxLineLength = 64;

/** @param indent of the line on which the value begins @param column at which it begins */
export function formatLiteral(value: Json, indent = '', column = indent.length): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => formatLiteral(item, inner))
    : Object.entries(value).map(([name, item]) => `${key(name)}: ${formatLiteral(item, inner, inner.length + key(name).length + 2)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  if (!members.length) return open.trim() + close.trim();
  const line = `${open}${members.join(', ')}${close}`;
  if (!line.includes('\n') && column + line.length < maxLineLength) return line;
  return `${open.trim()}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close.trim()}`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : formatLiteral(name);
}
