/** Extracts the lines of a plain text file in any common encoding. */
import type { TextBlock } from './blocks.ts';
import { fileUnreadable } from './unusable.ts';

export function readText(bytes: Uint8Array): TextBlock[] {
  return [
    {
      kind: 'text',
      lines: decodeText(bytes)
        .split(/\r\n|[\r\n\f\u2028\u2029]/)
        .map((line) => line.trim()),
    },
  ];
}

/**
 * Decodes text. Detects UTF-16 and UTF-8 by a byte order mark or the content. Reads all other text as Windows-1252, a superset of Latin-1.
 * @throws UnusableFile for binary content
 */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text)) throw fileUnreadable();
  return text;
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 2000);
  const zeros = (parity: number) => sample.reduce((count, byte, index) => count + Number(byte === 0 && index % 2 === parity), 0);
  // In UTF-16, one of the two bytes of a Latin letter is zero.
  if (zeros(1) > sample.length / 4 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) > sample.length / 4 && zeros(1) === 0) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
