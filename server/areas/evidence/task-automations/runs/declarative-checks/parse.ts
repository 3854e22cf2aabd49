/** Parses the file of a declarative check (task-automations, rule 3 and Declarative check). */
import { isObject } from '#platform/json-object';
import { type CheckReference, type CheckRequest, type Criterion, type DeclarativeCheck, operators } from './check.ts';
import { hostRefusalMessage, isAllowedHost } from './hosts.ts';
import { isOperator, findValueError } from './operators.ts';
import { maxPathLength, parsePath } from './paths.ts';
import { findSecretErrors, mentionsSecret } from './secrets.ts';

/** Maximum size of a file, in bytes. */
export const maxCheckBytes = 64 * 1024;
const limits = { criteria: 50, names: 20, headers: 20, header: 4_096, url: 2_048, faults: 50 } as const;
const timeouts = { least: 100, most: 30_000, usual: 10_000 } as const;
/** Headers that the HTTP client sets itself. */
const ownHeaders = ['host', 'content-length', 'connection', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect', 'te', 'trailer'];

/** The parsed check, or an error message for each mistake. */
export type ParsedCheck = { readonly check: DeclarativeCheck } | { readonly faults: readonly string[] };

/** @param bytes of the file @param allowedHosts of the organization; if undefined, every host is allowed @returns the check, or its errors */
export function parseCheck(bytes: Buffer, allowedHosts?: readonly string[]): ParsedCheck {
  if (bytes.length > maxCheckBytes) return { faults: [`the file must have at most ${maxCheckBytes} bytes`] };
  const file = jsonIn(bytes);
  if (!isObject(file)) return { faults: ['the file must be a JSON object in UTF-8'] };
  const faults: string[] = [];
  const addFault = (where: string, what: string) => void (faults.length < limits.faults && faults.push(`${where} ${what}`));
  checkKnownNames(file, '', ['request', 'check', 'extract', 'criteria', 'combine'], addFault);
  if ((file.request === undefined) === (file.check === undefined)) addFault('the file', 'must have exactly one of request and check');
  const request = file.request === undefined ? undefined : requestIn(file.request, allowedHosts, addFault);
  const reference = file.check === undefined ? undefined : referenceIn(file.check, addFault);
  const extract = extractIn(file.extract, addFault);
  const criteria = criteriaIn(file.criteria, addFault);
  const { combine = 'all' } = file;
  if (combine !== 'all' && combine !== 'any') addFault('combine', 'must be all or any');
  if (faults.length || (combine !== 'all' && combine !== 'any')) return { faults };
  if (request) return { check: { source: { request }, extract, criteria, combine } };
  return reference ? { check: { source: { check: reference }, extract, criteria, combine } } : { faults };
}

type Fault = (where: string, what: string) => void;

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function checkKnownNames(value: Readonly<Record<string, unknown>>, where: string, known: readonly string[], addFault: Fault): void {
  for (const name of Object.keys(value)) if (!known.includes(name)) addFault(`${where}${name.slice(0, 100)}`, 'is unknown');
}

function requestIn(value: unknown, allowedHosts: readonly string[] | undefined, addFault: Fault): CheckRequest | undefined {
  if (!isObject(value)) return void addFault('request', 'must be an object');
  checkKnownNames(value, 'request.', ['method', 'url', 'headers', 'timeoutMs'], addFault);
  const { method = 'GET', url, headers = {}, timeoutMs = timeouts.usual } = value;
  if (method !== 'GET' && method !== 'HEAD') addFault('request.method', 'must be GET or HEAD');
  const address = addressIn(url, allowedHosts, addFault);
  if (typeof timeoutMs !== 'number' || !Number.isInteger(timeoutMs) || timeoutMs < timeouts.least || timeoutMs > timeouts.most)
    addFault('request.timeoutMs', `must be a whole number from ${timeouts.least} to ${timeouts.most}`);
  const texts = headersIn(headers, addFault);
  return address === undefined || typeof timeoutMs !== 'number'
    ? undefined
    : { method: method === 'HEAD' ? 'HEAD' : 'GET', url: address, headers: texts, timeoutMs };
}

function addressIn(url: unknown, allowedHosts: readonly string[] | undefined, addFault: Fault): string | undefined {
  if (typeof url !== 'string' || url.length > limits.url || !URL.canParse(url))
    return void addFault('request.url', `must be an address of at most ${limits.url} characters`);
  const address = new URL(url);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return void addFault('request.url', 'must begin with https://');
  if (address.username || address.password) return void addFault('request.url', 'must have no user and password');
  if (mentionsSecret(url)) return void addFault('request.url', 'must have no secret, which only headers may have');
  if (allowedHosts && !isAllowedHost(address, allowedHosts))
    return void addFault('request.url', `cannot be called: ${hostRefusalMessage(address)}`);
  return url;
}

function headersIn(headers: unknown, addFault: Fault): Record<string, string> {
  const texts: Record<string, string> = {};
  if (!isObject(headers) || Object.keys(headers).length > limits.headers) {
    addFault('request.headers', `must be an object of at most ${limits.headers} headers`);
    return texts;
  }
  for (const [name, value] of Object.entries(headers)) {
    const where = `request.headers.${name.slice(0, 100)}`;
    const lower = name.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) addFault(where, 'is no name of a header');
    else if (ownHeaders.includes(lower)) addFault(where, 'cannot be set');
    else if (Object.hasOwn(texts, lower)) addFault(where, 'is there twice');
    else if (typeof value !== 'string' || value.length > limits.header || /[^\t\x20-\x7e]/.test(value))
      addFault(where, `must be a text of at most ${limits.header} printable ASCII characters`);
    else {
      for (const message of findSecretErrors(value)) addFault(where, message);
      texts[lower] = value;
    }
  }
  return texts;
}

function referenceIn(value: unknown, addFault: Fault): CheckReference | undefined {
  if (!isObject(value)) return void addFault('check', 'must be an object');
  checkKnownNames(value, 'check.', ['connectionId', 'checkId'], addFault);
  const { connectionId, checkId } = value;
  const isId = (id: unknown): id is string => typeof id === 'string' && id.length >= 1 && id.length <= 100;
  if (!isId(connectionId)) addFault('check.connectionId', 'must be the id of a connection');
  if (!isId(checkId)) addFault('check.checkId', 'must be the id of a check');
  return isId(connectionId) && isId(checkId) ? { connectionId, checkId } : undefined;
}

function extractIn(value: unknown, addFault: Fault): Record<string, string> {
  const paths: Record<string, string> = {};
  if (value === undefined) return paths;
  if (!isObject(value) || Object.keys(value).length > limits.names) {
    addFault('extract', `must be an object of at most ${limits.names} names`);
    return paths;
  }
  for (const [name, path] of Object.entries(value)) {
    const where = `extract.${name.slice(0, 100)}`;
    if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)) addFault(where, 'must be a name of letters, digits and _ that begins with a letter');
    const text = pathIn(path, where, addFault);
    if (text !== undefined) paths[name] = text;
  }
  return paths;
}

function pathIn(path: unknown, where: string, addFault: Fault): string | undefined {
  if (typeof path === 'string' && parsePath(path)) return path;
  return void addFault(where, `must be a JSON Pointer or a JSONPath of at most ${maxPathLength} characters`);
}

function criteriaIn(value: unknown, addFault: Fault): Criterion[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > limits.criteria) {
    addFault('criteria', `must be a list of 1 to ${limits.criteria} criteria`);
    return [];
  }
  return value.flatMap((item: unknown, index) => {
    const where = `criteria.${index}`;
    if (!isObject(item)) return addFault(where, 'must be an object') ?? [];
    checkKnownNames(item, `${where}.`, ['path', 'operator', 'value'], addFault);
    const path = pathIn(item.path, `${where}.path`, addFault);
    const { operator } = item;
    if (!isOperator(operator)) return addFault(`${where}.operator`, `must be one of ${operators.join(', ')}`) ?? [];
    const message = findValueError(operator, item.value);
    if (message !== undefined) addFault(`${where}.value`, message);
    return path === undefined ? [] : [{ path, operator, ...(item.value !== undefined && { value: item.value }) }];
  });
}
