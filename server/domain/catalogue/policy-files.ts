/** The policies of data/, a file each. */
import { readdirSync, readFileSync } from 'node:fs';

export interface PolicySource {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly frequency: string;
  readonly department: string;
  readonly markdown: string;
}

const folder = new URL('./data/policies/', import.meta.url);

/** All of them, by slug. */
export function readPolicies(): PolicySource[] {
  return readdirSync(folder)
    .sort()
    .map((file) => policySource(file.replace(/\.md$/, ''), readFileSync(new URL(file, folder), 'utf8')));
}

/**
 * @param file its fields between two lines `---`, one a line, and then its text
 * @throws when it does not begin so
 */
export function policySource(slug: string, file: string): PolicySource {
  const [, head = '', markdown = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? [];
  const fields = new Map(
    head.split('\n').map((line): [string, string] => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
  const field = (name: string) => {
    const value = fields.get(name);
    if (value === undefined) throw new Error(`${slug}.md: no ${name}`);
    return value;
  };
  return {
    slug,
    name: field('name'),
    description: field('description'),
    frequency: field('frequency'),
    department: field('department'),
    markdown,
  };
}
