/** Compares the headers Location, Link and Content-Disposition with their examples: the contract must show what the server sends. */
import type { OperationId } from '#contract/types';
import { contract } from './contract.ts';

const readableTemplates = contract
  .filter(({ method }) => method === 'GET')
  .map(({ template }) => ({ template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // A path without parameters comes before one with parameters.
  .sort((a, b) => a.template.split('{').length - b.template.split('{').length);

/** @returns the path template in the contract that matches a path, or the path itself if no template matches */
const templateOf = (address: string) => readableTemplates.find(({ pattern }) => pattern.test(address))?.template ?? address;
/** @returns the path template and the names of the query parameters of a URL */
function formOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  return [templateOf(pathname), ...searchParams.keys()].join(' ');
}

/** For each header that is compared: removes the parts that depend on ids, cursors and file names. */
const stableParts: Readonly<Record<string, (value: string) => string>> = {
  Location: formOf,
  // The links of an answer lead to pages of the same list, and the first page has no link to a previous one.
  Link: (value) => [...new Set(Array.from(value.matchAll(/<([^?>]*)/g), ([, path = '']) => templateOf(path)))].join(' '),
  'Content-Disposition': (value) => value.replace(/^(inline|attachment)/, 'shown').replace(/"[^"]*?(\.\w+)?".*/, '"…$1"'),
};
const declaredResponses = new Map(contract.map(({ id, responses }) => [id, responses]));

/** @param headerOf returns a header that was sent @returns each header whose form differs from its example, with both values */
export function findHeaderMismatches(id: OperationId, sentStatus: number, headerOf: (name: string) => string | undefined): string[] {
  const { headers = {}, content = {} } = declaredResponses.get(id)?.find(({ status }) => status === sentStatus)?.answer ?? {};
  // If several types, or any type, may be answered, the extension depends on the file.
  const isOneType = Object.keys(content).length === 1 && !('*/*' in content);
  return Object.entries(stableParts).flatMap(([name, form]) => {
    const [value, example] = [headerOf(name), headers[name]?.example];
    if (value === undefined || example === undefined) return [];
    const [sentForm, exampleForm] = [value, String(example)].map((text) => (isOneType ? form(text) : form(text).replace(/\.\w+"/, '"')));
    return sentForm === exampleForm ? [] : [`${name}: ${sentForm}, where the example has ${exampleForm}`];
  });
}
