/** Finds the area of each path in openapi.yaml, because the bundle does not contain the names of its source files. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @param folder with openapi.yaml @returns the area of each path, and the folder of its group */
export function areasOf(folder: string): ReadonlyMap<string, { readonly area: string; readonly group: string }> {
  const contents = readFileSync(path.join(folder, 'openapi.yaml'), 'utf8');
  const lines = contents.matchAll(/^ {2}(\/\S+):\s+\{ \$ref: areas\/([a-z-]+)\/([a-z-]+)\/paths\.yaml#\/\w+ \}$/gm);
  return new Map([...lines].map(([, template = '', group = '', area = '']) => [template, { area, group }]));
}

/** @returns the folder of a group of `x-tagGroups`, which is also the name of its page in the reference */
export function groupFolder(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
