/** Redoc, as one script and without its call home. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const logo = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

/** The script of the page. Throws when the devDependency `redoc` is missing, or is one that asks for its logo differently. */
export async function redocBundle(): Promise<string> {
  const parts = (await read('redoc/bundles/redoc.standalone.js')).split(logo);
  if (parts.length !== 2)
    throw new Error(`redoc: expected ${logo} once in its bundle, found it ${parts.length - 1} times. See where its logo comes from now.`);
  // A picture without an address is not asked for, fails at once, and Redoc leaves it out.
  return parts.join('');
}

/** The licences that come with that script. */
export async function redocLicences(): Promise<string> {
  return `${await read('redoc/LICENSE')}\n${await read('redoc/bundles/redoc.standalone.js.LICENSE.txt')}`;
}

function read(file: string): Promise<string> {
  return readFile(resolve(file), 'utf8');
}
