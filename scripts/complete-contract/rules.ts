/**
 * Appends the rules of each area to the description of its tag, except rules marked `(internal)` or `(not built yet)`.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { groupFolder } from './areas.ts';
import type { Document } from './document.ts';

/** The heading between a description and the rules. */
export const rulesHeading = '**Rules**';

/** @param folder with the areas, each with an optional rules.md */
export function addRules({ tags = [], 'x-tagGroups': groups = [] }: Document, folder: string): void {
  for (const tag of tags) {
    const group = groups.find((one) => one.tags.includes(tag.name));
    const file = path.join(folder, 'areas', groupFolder(group?.name ?? ''), tag.name, 'rules.md');
    const rules = existsSync(file) ? rulesIn(readFileSync(file, 'utf8')) : [];
    if (!rules.length || tag.description?.includes(rulesHeading)) continue;
    tag.description = `${tag.description?.trimEnd()}\n\n${rulesHeading}\n\n${rules.map((rule) => `- ${rule}`).join('\n')}\n`;
  }
}

/** The items of the first numbered list of a page, each on one line. The list ends at the next heading. */
function rulesIn(page: string): string[] {
  const [first = ''] = page.split(/^## /m);
  const items = first.split(/^\d+\. /m).slice(1);
  return items.map((item) => item.trim().replace(/\s+/g, ' ')).filter((rule) => !/^\((?:internal|not built yet)\)/.test(rule));
}
