/** The folder of an area, its tag and the group of the tag go together. */
import { readdirSync } from 'node:fs';
import { areasOf } from '../complete-contract/areas.ts';
import { heading } from '../complete-contract/rules.ts';
import { type Contract, type Fault, list, own, text } from './document.ts';

export function checkAreas({ document, folder, operations }: Contract, fault: Fault): void {
  const areas = areasOf(folder);
  for (const { id, path, operation } of operations) {
    const [tag, ...more] = list(own(operation, 'tags'));
    if (tag !== areas.get(path) || more.length) fault('area', id, `its one tag is not its folder, ${areas.get(path)}`);
  }
  const folders = readdirSync(`${folder}/areas`);
  const grouped = list(own(document, 'x-tagGroups')).flatMap((group) => list(own(group, 'tags')));
  const tags = list(own(document, 'tags')).map((tag) => text(own(tag, 'name')));
  for (const tag of tags)
    if (grouped.filter((name) => name === tag).length !== 1 || !folders.includes(tag))
      fault('tag', tag, 'is not in exactly one of x-tagGroups, or has no folder');
  for (const name of [...grouped.map(text), ...folders]) if (!tags.includes(name)) fault('tag', name, 'is no tag');

  for (const tag of list(own(document, 'tags')))
    if (/\bspec\/|\brules? \d/.test(text(own(tag, 'description'))))
      fault('pointer', text(own(tag, 'name')), 'points to a rule or a file, which a caller cannot open');

  // What holds in several areas is among the rules of each; what an area is, is said of no other.
  const sentences = new Map<string, string>();
  for (const tag of list(own(document, 'tags')))
    for (const sentence of (text(own(tag, 'description')).split(heading)[0] ?? '').replace(/\s+/g, ' ').split(/(?<=\.) /)) {
      const other = sentences.get(sentence);
      if (other !== undefined && sentence) fault('repeated', text(own(tag, 'name')), `"${sentence}" is said of ${other}, too`);
      sentences.set(sentence, text(own(tag, 'name')));
    }
}
