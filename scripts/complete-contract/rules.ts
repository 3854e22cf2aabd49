/** Shows the rules of each area below the description of its tag, but for those that are not for callers: `(internal)` and `(not built yet)`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Document } from './document.ts';

/** What stands between a description and the rules. */
export const heading = '**Rules**';

/** @param folder with the areas, each of which may have its rules.md */
export function addRules({ tags = [] }: Document, folder: string): void {
  for (const tag of tags) {
    const file = path.join(folder, 'areas', tag.name, 'rules.md');
    const rules = existsSync(file) ? rulesIn(readFileSync(file, 'utf8')) : [];
    if (!rules.length || tag.description?.includes(heading)) continue;
    tag.description = `${tag.description?.trimEnd()}\n\n${heading}\n\n${rules.map((rule) => `- ${rule}`).join('\n')}\n`;
  }
}

/** The items of the first numbered list of a page, each in one line; what stands below a heading is another list. */
function rulesIn(page: string): string[] {
  const [first = ''] = page.split(/^## /m);
  const items = first.split(/^\d+\. /m).slice(1);
  return items.map((item) => item.trim().replace(/\s+/g, ' ')).filter((rule) => !/^\((?:internal|not built yet)\)/.test(rule));
}
