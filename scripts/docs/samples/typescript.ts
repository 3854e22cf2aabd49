/** Samples that use the client, as whole modules. */
import type { Json } from '../contract.ts';
import type { Call } from './call.ts';
import { formatLiteral, maxLineLength } from './literal.ts';

const credentials = {
  key: ['apiKey: process.env.API_KEY'],
  session: ['session: process.env.SESSION', 'organizationId: process.env.ORGANIZATION_ID'],
  none: [],
} as const;

/** @param base address of the service */
export function typescriptSample(base: string, call: Call): string {
  const needsData = !call.pages && call.answers !== 'nothing';
  const imports = [
    ...(call.takesFile ? ["import { openAsBlob } from 'node:fs';"] : []),
    ...(call.answers === 'file' ? ["import { writeFile } from 'node:fs/promises';"] : []),
    `import { createClient${call.pages ? '' : ', orThrow'} } from 'compliance-automation-client';`,
  ];
  const options = [`baseUrl: '${base}'`, ...credentials[call.credential]];
  const client = `const client = createClient({\n${options.map((option) => `  ${option},\n`).join('')}});`;
  const result = needsData ? `const ${resultOf(call)} = ` : '';
  const statement = onLines(`${result}await orThrow(`, request(call), ');');
  return [...imports, '', client, '', ...readEtag(call), ...(call.pages ? list(call) : [statement, ...useResult(call)])].join('\n');
}

function onLines(before: string, call: string, after: string): string {
  const line = before + call + after;
  return line.includes('\n') || line.length > maxLineLength ? `${before}\n  ${call},\n${after}` : line;
}

function list(call: Call): string[] {
  const input = Object.keys({ ...call.pathParameters, ...call.query }).length ? `, ${formatLiteral({ params: parametersOf(call) })}` : '';
  return [
    `const list = client.list('${call.path}'${input});`,
    `for await (const ${resultOf(call)} of list) console.log(${resultOf(call)});`,
  ];
}

/** @returns the lines that read the ETag before a change, so that the change does not overwrite another change */
function readEtag(call: Call): string[] {
  if (!call.isConditional) return [];
  const recordPath = call.recordPath ?? call.path;
  const path = Object.fromEntries(Object.entries(call.pathParameters).filter(([name]) => recordPath.includes(`{${name}}`)));
  const input = Object.keys(path).length ? `, {\n  params: ${formatLiteral({ path }, '  ', 10)},\n}` : '';
  return [`const { response } = await client.GET('${recordPath}'${input});`, "const etag = response.headers.get('ETag') ?? '';", ''];
}

function request(call: Call): string {
  const parameters = parametersOf(call);
  const members = [
    ...(Object.keys(parameters).length || call.isConditional
      ? [`params: ${withVariable(call, formatLiteral(withPlaceholder(call, parameters), '    ', 12))}`]
      : []),
    ...(call.json === undefined ? [] : [`body: ${formatLiteral(call.json, '    ', 10)}`]),
    ...(call.takesFile ? ["body: await openAsBlob('report.pdf', { type: 'application/pdf' })"] : []),
  ];
  const input = members.length ? `, {\n${members.map((member) => `    ${member},\n`).join('')}  }` : '';
  return `client.${call.method.toUpperCase()}('${call.path}'${input})`;
}

/** A placeholder for the ETag, which only exists at run time. It is replaced by the name of a variable. */
const placeholder = 'etag';
function withPlaceholder(call: Call, parameters: Record<string, Json>): Json {
  return call.isConditional ? { ...parameters, header: { 'If-Match': placeholder } } : parameters;
}
function withVariable(call: Call, text: string): string {
  return call.isConditional ? text.replace(`'If-Match': '${placeholder}'`, `'If-Match': ${placeholder}`) : text;
}

function parametersOf({ pathParameters, query }: Call): Record<string, Json> {
  return {
    ...(Object.keys(pathParameters).length && { path: { ...pathParameters } }),
    ...(Object.keys(query).length && { query: { ...query } }),
  };
}

function useResult(call: Call): string[] {
  if (call.answers === 'nothing') return [];
  return [
    call.answers === 'file'
      ? `await writeFile('${call.file ?? 'download'}', ${resultOf(call)}.stream());`
      : `console.log(${resultOf(call)});`,
  ];
}

/** @returns the name of the variable for the result: the operation id without its verb */
function resultOf({ id, pages, answers }: Call): string {
  if (answers === 'file') return 'file';
  const noun = id.replace(/^[a-z]+/, '');
  const name = noun.charAt(0).toLowerCase() + noun.slice(1);
  return pages ? 'item' : name;
}
