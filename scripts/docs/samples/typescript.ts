/** A call with the client, as a whole module. */
import type { Json } from '../contract.ts';
import type { Call } from './call.ts';
import { literal, width } from './literal.ts';

const credentials = {
  key: ['apiKey: process.env.API_KEY'],
  session: ['session: process.env.SESSION', 'organizationId: process.env.ORGANIZATION_ID'],
  none: [],
} as const;

/** @param base address of the service */
export function typescript(base: string, call: Call): string {
  const needsData = !call.pages && call.answers !== 'nothing';
  const imports = [
    ...(call.takesFile ? ["import { openAsBlob } from 'node:fs';"] : []),
    ...(call.answers === 'file' ? ["import { writeFile } from 'node:fs/promises';"] : []),
    `import { createClient${call.pages ? '' : ', orThrow'} } from 'compliance-automation-client';`,
  ];
  const options = [`baseUrl: '${base}'`, ...credentials[call.credential]];
  const client = `const client = createClient({\n${options.map((option) => `  ${option},\n`).join('')}});`;
  const result = needsData ? `const ${resultOf(call)} = ` : '';
  const asked = onLines(`${result}await orThrow(`, request(call), ');');
  return [...imports, '', client, '', ...read(call), ...(call.pages ? list(call) : [asked, ...use(call)])].join('\n');
}

function onLines(before: string, call: string, after: string): string {
  const line = before + call + after;
  return line.includes('\n') || line.length > width ? `${before}\n  ${call},\n${after}` : line;
}

function list(call: Call): string[] {
  const input = Object.keys({ ...call.pathParameters, ...call.query }).length ? `, ${literal({ params: parametersOf(call) })}` : '';
  return [
    `const list = client.list('${call.path}'${input});`,
    `for await (const ${resultOf(call)} of list) console.log(${resultOf(call)});`,
  ];
}

/** What is asked before a change that must not overwrite another one. */
function read(call: Call): string[] {
  if (!call.isConditional) return [];
  const input = Object.keys(call.pathParameters).length
    ? `, {\n  params: ${literal({ path: { ...call.pathParameters } }, '  ', 10)},\n}`
    : '';
  return [`const { response } = await client.GET('${call.path}'${input});`, "const etag = response.headers.get('ETag') ?? '';", ''];
}

function request(call: Call): string {
  const parameters = parametersOf(call);
  const members = [
    ...(Object.keys(parameters).length || call.isConditional
      ? [`params: ${inserted(call, literal(withPlace(call, parameters), '    ', 12))}`]
      : []),
    ...(call.json === undefined ? [] : [`body: ${literal(call.json, '    ', 10)}`]),
    ...(call.takesFile ? ["body: await openAsBlob('report.pdf', { type: 'application/pdf' })"] : []),
  ];
  const input = members.length ? `, {\n${members.map((member) => `    ${member},\n`).join('')}  }` : '';
  return `client.${call.method.toUpperCase()}('${call.path}'${input})`;
}

/** The ETag is known to the program only, so its place is marked and filled with the name of a variable. */
const place = 'etag';
function withPlace(call: Call, parameters: Record<string, Json>): Json {
  return call.isConditional ? { ...parameters, header: { 'If-Match': place } } : parameters;
}
function inserted(call: Call, text: string): string {
  return call.isConditional ? text.replace(`'If-Match': '${place}'`, `'If-Match': ${place}`) : text;
}

function parametersOf({ pathParameters, query }: Call): Record<string, Json> {
  return {
    ...(Object.keys(pathParameters).length && { path: { ...pathParameters } }),
    ...(Object.keys(query).length && { query: { ...query } }),
  };
}

function use(call: Call): string[] {
  if (call.answers === 'nothing') return [];
  return [
    call.answers === 'file'
      ? `await writeFile('${call.file ?? 'download'}', ${resultOf(call)}.stream());`
      : `console.log(${resultOf(call)});`,
  ];
}

/** What comes back, named by what the operation is about: the verb is left out of its id. */
function resultOf({ id, pages, answers }: Call): string {
  if (answers === 'file') return 'file';
  const noun = id.replace(/^[a-z]+/, '');
  const name = noun.charAt(0).toLowerCase() + noun.slice(1);
  return pages ? 'item' : name;
}
