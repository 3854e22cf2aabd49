/** Headers that name a place, held to their examples: what the reader of the contract sees there is what the server sends. */
import type { OperationId } from '../../server/contract/types.ts';
import { contract } from './contract.ts';

const readable = contract
  .filter(({ method }) => method === 'GET')
  .map(({ template }) => ({ template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // A path without places comes before one that has them.
  .sort((a, b) => a.template.split('{').length - b.template.split('{').length);

/** The path of the contract that an address leads to; the address itself when it leads to none. */
const templateOf = (address: string) => readable.find(({ pattern }) => pattern.test(address))?.template ?? address;
/** With the names of its parameters. */
function formOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  return [templateOf(pathname), ...searchParams.keys()].join(' ');
}

/** What stays of such a header when ids, cursors and the names of files are those of another moment. */
const forms: Readonly<Record<string, (value: string) => string>> = {
  Location: formOf,
  Link: (value) => `<${templateOf(value.slice(1).split(/[?>]/, 1).join(''))}${value.slice(value.indexOf('>'))}`,
  'Content-Disposition': (value) => value.replace(/^(inline|attachment)/, 'shown').replace(/"[^"]*?(\.\w+)?".*/, '"…$1"'),
};
const declared = new Map(contract.map(({ id, responses }) => [id, responses]));

/**
 * @param headerOf what was sent of a header
 * @returns each header whose form is not that of its example, with both
 */
export function strayPlaces(id: OperationId, sent: number, headerOf: (name: string) => string | undefined): string[] {
  const { headers = {}, content = {} } = declared.get(id)?.find(({ status }) => status === sent)?.answer ?? {};
  // Where several types are answered, or any, the name ends as the file does.
  const isOneType = Object.keys(content).length === 1 && !('*/*' in content);
  return Object.entries(forms).flatMap(([name, form]) => {
    const [value, example] = [headerOf(name), headers[name]?.example];
    if (value === undefined || example === undefined) return [];
    const [is, shown] = [value, String(example)].map((text) => (isOneType ? form(text) : form(text).replace(/\.\w+"/, '"')));
    return is === shown ? [] : [`${name}: ${is}, where the example has ${shown}`];
  });
}
