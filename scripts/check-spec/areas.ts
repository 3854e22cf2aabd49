/** The folders of an area and of its group, its tag and the group of the tag must match. */
import { readdirSync } from 'node:fs';
import { areasOf, groupFolder } from '../complete-contract/areas.ts';
import { rulesHeading } from '../complete-contract/rules.ts';
import { type Contract, type Fault, list, own, text } from './document.ts';

export function checkAreas({ document, folder, operations }: Contract, fault: Fault): void {
  const areas = areasOf(folder);
  for (const { id, path, operation } of operations) {
    const [tag, ...otherTags] = list(own(operation, 'tags'));
    const area = areas.get(path)?.area;
    if (tag !== area || otherTags.length) fault('area', id, `its one tag is not its folder, ${area}`);
  }
  const groups = list(own(document, 'x-tagGroups'));
  const groupedTags = groups.flatMap((group) => list(own(group, 'tags')));
  const expectedGroups = groups.flatMap((group) =>
    list(own(group, 'tags')).map((tag) => `${groupFolder(text(own(group, 'name')))}/${text(tag)}`),
  );
  const folders = readdirSync(`${folder}/areas`).flatMap((group) =>
    readdirSync(`${folder}/areas/${group}`).map((area) => `${group}/${area}`),
  );
  const tags = list(own(document, 'tags')).map((tag) => text(own(tag, 'name')));
  for (const tag of tags)
    if (groupedTags.filter((name) => name === tag).length !== 1) fault('tag', tag, 'is not in exactly one of x-tagGroups');
  for (const name of groupedTags.map(text)) if (!tags.includes(name)) fault('tag', name, 'is no tag');
  for (const name of expectedGroups) if (!folders.includes(name)) fault('tag', name, 'has no folder in spec/areas');
  for (const name of folders) if (!expectedGroups.includes(name)) fault('tag', name, 'is no tag of this group');

  for (const tag of list(own(document, 'tags')))
    if (/\bspec\/|\brules? \d/.test(text(own(tag, 'description'))))
      fault('pointer', text(own(tag, 'name')), 'points to a rule or a file, which a caller cannot open');

  // A sentence may be repeated among the rules of several areas, but not among their descriptions.
  const sentences = new Map<string, string>();
  for (const tag of list(own(document, 'tags')))
    for (const sentence of (text(own(tag, 'description')).split(rulesHeading)[0] ?? '').replace(/\s+/g, ' ').split(/(?<=\.) /)) {
      const otherPlace = sentences.get(sentence);
      if (otherPlace !== undefined && sentence) fault('repeated', text(own(tag, 'name')), `"${sentence}" is said of ${otherPlace}, too`);
      sentences.set(sentence, text(own(tag, 'name')));
    }
}
