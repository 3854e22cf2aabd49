/** Samples in Python, with the library that its users know: requests. */
import type { Json } from '../contract.ts';
import type { Call } from './call.ts';
import { maxLineLength } from './literal.ts';

const credentials = {
  key: ['"X-API-Key": os.environ["API_KEY"]'],
  session: ['"Authorization": f"Bearer {os.environ[\'SESSION\']}"', '"X-Organization-Id": os.environ["ORGANIZATION_ID"]'],
  none: [],
} as const;

/** @param base address of the service */
export function pythonSample(base: string, call: Call): string {
  const headers = [
    ...credentials[call.credential],
    ...(call.takesIdempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(call.isConditional ? ['"If-Match": etag'] : []),
    ...(call.takesFile ? ['"Content-Type": "application/pdf"'] : []),
  ];
  const modules = [
    ...(call.credential === 'none' ? [] : ['import os']),
    ...(call.takesIdempotencyKey ? ['import uuid'] : []),
    ...(call.pages ? ['from urllib.parse import urljoin'] : []),
  ];
  const imports = [...modules, ...(modules.length ? [''] : []), 'import requests', ''];
  return [...imports, ...(call.pages ? list(base, call, headers) : single(base, call, headers))].join('\n');
}

function single(base: string, call: Call, headers: readonly string[]): string[] {
  const members = [
    quote(addressOf(base, call.path, call)),
    ...(Object.keys(call.query).length ? [`params=${literal({ ...call.query }, '    ', 11)}`] : []),
    ...dictionary(headers),
    ...(call.json === undefined ? [] : [`json=${literal(call.json, '    ', 9)}`]),
    ...(call.takesFile ? ['data=file'] : []),
  ];
  const request = [`response = requests.${call.method}(`, ...members.map((member) => `    ${member},`), ')'].join('\n').split('\n');
  return [
    ...readEtag(base, call),
    ...(call.takesFile ? ['with open("report.pdf", "rb") as file:', ...request.map((line) => `    ${line}`)] : request),
    'response.raise_for_status()',
    ...useResult(call),
  ];
}

/** The address of the next page is relative. */
function list(base: string, call: Call, headers: readonly string[]): string[] {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...call.query, limit: 50 })) query.append(name, String(value));
  return [
    `url = ${quote(`${addressOf(base, call.path, call)}?${String(query)}`)}`,
    'while url:',
    `    response = requests.get(${['url', ...dictionary(headers, '    ')].join(', ')})`,
    '    response.raise_for_status()',
    '    for item in response.json()["data"]:',
    '        print(item)',
    '    link = response.links.get("next")',
    '    url = urljoin(url, link["url"]) if link else None',
  ];
}

/** @returns the lines that read the ETag before a change, so that the change does not overwrite another change */
function readEtag(base: string, call: Call): string[] {
  if (!call.isConditional) return [];
  const members = [quote(addressOf(base, call.recordPath ?? call.path, call)), ...dictionary(credentials[call.credential])];
  return ['record = requests.get(', ...members.map((member) => `    ${member},`), ')', 'etag = record.headers.get("ETag", "*")', ''];
}

function useResult({ answers, file = 'download' }: Call): string[] {
  if (answers === 'nothing') return [];
  return answers === 'json' ? ['print(response.json())'] : [`with open(${quote(file)}, "wb") as file:`, '    file.write(response.content)'];
}

function addressOf(base: string, path: string, { pathParameters }: Call): string {
  return `${base}${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(pathParameters[name])))}`;
}

/** @returns the argument with the headers, if there are any */
function dictionary(headers: readonly string[], indent = ''): string[] {
  if (!headers.length) return [];
  const line = `headers={${headers.join(', ')}}`;
  if (line.length < maxLineLength) return [line];
  return [`headers={\n${headers.map((header) => `${indent}        ${header},\n`).join('')}${indent}    }`];
}

const quote = (text: string) => JSON.stringify(text);

/** @param indent of the line on which the value begins @param column at which it begins */
function literal(value: Json, indent: string, column: number): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const members = Array.isArray(value)
    ? value.map((item) => literal(item, inner, inner.length))
    : Object.entries(value).map(([name, item]) => `${quote(name)}: ${literal(item, inner, inner.length + name.length + 4)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const line = `${open}${members.join(', ')}${close}`;
  if (!line.includes('\n') && column + line.length < maxLineLength) return line;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`;
}
