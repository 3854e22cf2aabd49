/** Which area each path of the contract belongs to, by the contents page: the bundle does not tell the files that it was made of. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @param folder with openapi.yaml @returns the name of the area's folder by path */
export function areasOf(folder: string): ReadonlyMap<string, string> {
  const contents = readFileSync(path.join(folder, 'openapi.yaml'), 'utf8');
  const lines = contents.matchAll(/^ {2}(\/\S+): \{ \$ref: areas\/([a-z-]+)\/paths\.yaml#\/\w+ \}$/gm);
  return new Map([...lines].map(([, path = '', area = '']) => [path, area]));
}
