/** Reads the policies of the catalog, each from a file in data/policies/. */
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

/** @returns all policies, sorted by slug */
export function readPolicies(): PolicySource[] {
  return readdirSync(folder)
    .sort()
    .map((file) => parsePolicyFile(file.replace(/\.md$/, ''), readFileSync(new URL(file, folder), 'utf8')));
}

/**
 * @param file the policy's fields, one on each line, between two `---` lines, followed by the policy's text
 * @throws if the file lacks a field
 */
export function parsePolicyFile(slug: string, file: string): PolicySource {
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
