/** Checks the source files of the contract: no unused parts, no long lines, no tabs, and no trailing spaces. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Contract, Fault } from './document.ts';

export function checkParts({ folder }: Contract, fault: Fault): void {
  const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => ({ name, source: readFileSync(`${folder}/${name}`, 'utf8') }));
  const usedParts = new Set(parts.flatMap(({ source }) => [...source.matchAll(/#\/(\w+)/g)].map(([, part]) => part)));
  for (const { name, source } of parts) {
    source.split('\n').forEach((line, index) => {
      // A file in Base64 contains no spaces, so its line cannot be broken.
      if ((line.length > 140 && line.trim().split(' ').length > 2) || /\t|\s$/.test(line))
        fault('line', `${name}:${index + 1}`, 'over 140 characters, or with a tab or a trailing space');
    });
    // errors.ts checks whether kinds of errors are used, because nothing refers to them by path.
    if (!name.startsWith('areas/') || name.endsWith('/problems.yaml')) continue;
    for (const [, part = ''] of source.matchAll(/^(\w+):/gm)) if (!usedParts.has(part)) fault('unused', name, `${part} is used nowhere`);
  }
}
