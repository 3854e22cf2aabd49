/**
 * Builds the Redoc script: without requests to its vendor, with lazy rendering of operations, and with our colors where it has no option.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Strings that occur once in its bundle, and their replacements. */
const changes: readonly (readonly [what: RegExp, by: string])[] = [
  // An image without an address causes no request and fails immediately, and Redoc leaves it out.
  [/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini\.svg/g, ''],
  // `drawWhenNear(element, draw)` decides when to render on pages that define it (page/near.js); other pages render everything immediately.
  [
    /render\(\)\{return (\w+)\.createElement\((\w+),\{operation:this\.props\.item\}\)\}/g,
    'render(){return this.state||!window.drawWhenNear?$1.createElement($2,{operation:this.props.item}):' +
      '$1.createElement("div",{className:"undrawn","data-section-id":this.props.item.operationHash,ref:e=>e&&drawWhenNear(e,()=>this.setState({}))},' +
      '$1.createElement("h2",null,this.props.item.name))}',
  ],
  // Menu entries are labeled with their visible text.
  [/(role:"menuitem"),"aria-label":\w+\.sidebarLabel/g, '$1'],
  // The parts of an operation are one heading level below the operation.
  [/\.h5`(?=\n {2}border-bottom)/g, '.h3.attrs({className:"underlined"})`'],
  // Colors of: regular expressions in schemas, the selected `oneOf` button, the other `oneOf` buttons, nested schemas.
  [/color: #0e7c86;/g, 'color: var(--mark);'],
  [/color: white;(?=\\n +background-color)/g, 'color: var(--paper);'],
  [/background-color: white;/g, 'background-color: var(--paper);'],
  [/background: #ffffff;/g, 'background: var(--paper);'],
];

/** The script of the pages. @throws when the devDependency `redoc` is missing or has an unknown structure */
export async function redocBundle(): Promise<string> {
  return changes.reduce(replaceOnce, await read('redoc/bundles/redoc.standalone.js'));
}

/** The licenses of the code in that script. */
export async function redocLicenses(): Promise<string> {
  return `${await read('redoc/LICENSE')}\n${await read('redoc/bundles/redoc.standalone.js.LICENSE.txt')}`;
}

function replaceOnce(bundle: string, [pattern, replacement]: (typeof changes)[number]): string {
  const occurrences = bundle.match(pattern)?.length ?? 0;
  if (occurrences !== 1)
    throw new Error(`redoc: expected ${pattern.source} once in its bundle, found it ${occurrences} times. Update its patterns.`);
  return bundle.replace(pattern, replacement);
}

function read(file: string): Promise<string> {
  return readFile(resolve(file), 'utf8');
}
