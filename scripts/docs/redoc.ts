/** Redoc, as one script: without its call home, drawing an operation when it comes near, and in our colors where it has no setting for them. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** What stands in its bundle once, and what stands there instead. */
const changes: readonly (readonly [what: RegExp, by: string])[] = [
  // A picture without an address is not asked for, fails at once, and Redoc leaves it out.
  [/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini\.svg/g, ''],
  // A page that has `drawWhenNear(element, draw)` (page/near.js) says when; on any other page everything is drawn at once.
  [
    /render\(\)\{return (\w+)\.createElement\((\w+),\{operation:this\.props\.item\}\)\}/g,
    'render(){return this.state||!window.drawWhenNear?$1.createElement($2,{operation:this.props.item}):' +
      '$1.createElement("div",{className:"undrawn","data-section-id":this.props.item.operationHash,ref:e=>e&&drawWhenNear(e,()=>this.setState({}))},' +
      '$1.createElement("h2",null,this.props.item.name))}',
  ],
  // An entry of the menu is called what it shows.
  [/(role:"menuitem"),"aria-label":\w+\.sidebarLabel/g, '$1'],
  // What an operation consists of stands one level below the operation.
  [/\.h5`(?=\n {2}border-bottom)/g, '.h3.attrs({className:"underlined"})`'],
  // A pattern; the chosen one of several forms; the others; and what is nested in what is nested.
  [/color: #0e7c86;/g, 'color: var(--mark);'],
  [/color: white;(?=\\n +background-color)/g, 'color: var(--paper);'],
  [/background-color: white;/g, 'background-color: var(--paper);'],
  [/background: #ffffff;/g, 'background: var(--paper);'],
];

/** The script of the pages. @throws when the devDependency `redoc` is missing, or is one that is made differently */
export async function redocBundle(): Promise<string> {
  return changes.reduce(replaceOnce, await read('redoc/bundles/redoc.standalone.js'));
}

/** The licences that come with that script. */
export async function redocLicences(): Promise<string> {
  return `${await read('redoc/LICENSE')}\n${await read('redoc/bundles/redoc.standalone.js.LICENSE.txt')}`;
}

function replaceOnce(bundle: string, [what, by]: (typeof changes)[number]): string {
  const found = bundle.match(what)?.length ?? 0;
  if (found !== 1) throw new Error(`redoc: expected ${what.source} once in its bundle, found it ${found} times. See how it is made now.`);
  return bundle.replace(what, by);
}

function read(file: string): Promise<string> {
  return readFile(resolve(file), 'utf8');
}
