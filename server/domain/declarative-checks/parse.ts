/** Reads the file of a declarative check (spec/areas/task-automations, rule 3 and Declarative check). */
import { isObject } from '../../platform/json-object.ts';
import { type CheckReference, type CheckRequest, type Criterion, type DeclarativeCheck, operators } from './check.ts';
import { hostFault, isAllowedHost } from './hosts.ts';
import { isOperator, valueFault } from './operators.ts';
import { longestPath, pathOf } from './paths.ts';
import { faultsInSecrets, mentionsSecret } from './secrets.ts';

/** Bytes of a file. */
export const largestCheck = 64 * 1024;
const most = { criteria: 50, names: 20, headers: 20, header: 4_096, url: 2_048, faults: 50 } as const;
const timeouts = { least: 100, most: 30_000, usual: 10_000 } as const;
/** Headers that the connection itself decides about. */
const ownHeaders = ['host', 'content-length', 'connection', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect', 'te', 'trailer'];

/** The check of a file, or a message for each fault. */
export type Parsed = { readonly check: DeclarativeCheck } | { readonly faults: readonly string[] };

/** @param bytes of the file @param allowedHosts of the organization @returns the check, or what is wrong with it */
export function parseCheck(bytes: Buffer, allowedHosts: readonly string[]): Parsed {
  if (bytes.length > largestCheck) return { faults: [`the file must have at most ${largestCheck} bytes`] };
  const file = jsonIn(bytes);
  if (!isObject(file)) return { faults: ['the file must be a JSON object in UTF-8'] };
  const faults: string[] = [];
  const fault = (where: string, what: string) => void (faults.length < most.faults && faults.push(`${where} ${what}`));
  onlyKnown(file, '', ['request', 'check', 'extract', 'criteria', 'combine'], fault);
  if ((file.request === undefined) === (file.check === undefined)) fault('the file', 'must have exactly one of request and check');
  const request = file.request === undefined ? undefined : requestIn(file.request, allowedHosts, fault);
  const reference = file.check === undefined ? undefined : referenceIn(file.check, fault);
  const extract = extractIn(file.extract, fault);
  const criteria = criteriaIn(file.criteria, fault);
  const { combine = 'all' } = file;
  if (combine !== 'all' && combine !== 'any') fault('combine', 'must be all or any');
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

function onlyKnown(value: Readonly<Record<string, unknown>>, where: string, known: readonly string[], fault: Fault): void {
  for (const name of Object.keys(value)) if (!known.includes(name)) fault(`${where}${name.slice(0, 100)}`, 'is unknown');
}

function requestIn(value: unknown, allowedHosts: readonly string[], fault: Fault): CheckRequest | undefined {
  if (!isObject(value)) return void fault('request', 'must be an object');
  onlyKnown(value, 'request.', ['method', 'url', 'headers', 'timeoutMs'], fault);
  const { method = 'GET', url, headers = {}, timeoutMs = timeouts.usual } = value;
  if (method !== 'GET' && method !== 'HEAD') fault('request.method', 'must be GET or HEAD');
  const address = addressIn(url, allowedHosts, fault);
  if (typeof timeoutMs !== 'number' || !Number.isInteger(timeoutMs) || timeoutMs < timeouts.least || timeoutMs > timeouts.most)
    fault('request.timeoutMs', `must be a whole number from ${timeouts.least} to ${timeouts.most}`);
  const texts = headersIn(headers, fault);
  return address === undefined || typeof timeoutMs !== 'number'
    ? undefined
    : { method: method === 'HEAD' ? 'HEAD' : 'GET', url: address, headers: texts, timeoutMs };
}

function addressIn(url: unknown, allowedHosts: readonly string[], fault: Fault): string | undefined {
  if (typeof url !== 'string' || url.length > most.url || !URL.canParse(url))
    return void fault('request.url', `must be an address of at most ${most.url} characters`);
  const address = new URL(url);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return void fault('request.url', 'must begin with https://');
  if (address.username || address.password) return void fault('request.url', 'must have no user and password');
  if (mentionsSecret(url)) return void fault('request.url', 'must have no secret, which only headers may have');
  if (!isAllowedHost(address, allowedHosts)) return void fault('request.url', `cannot be called: ${hostFault(address)}`);
  return url;
}

function headersIn(headers: unknown, fault: Fault): Record<string, string> {
  const texts: Record<string, string> = {};
  if (!isObject(headers) || Object.keys(headers).length > most.headers) {
    fault('request.headers', `must be an object of at most ${most.headers} headers`);
    return texts;
  }
  for (const [name, value] of Object.entries(headers)) {
    const where = `request.headers.${name.slice(0, 100)}`;
    const lower = name.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) fault(where, 'is no name of a header');
    else if (ownHeaders.includes(lower)) fault(where, 'cannot be set');
    else if (Object.hasOwn(texts, lower)) fault(where, 'is there twice');
    else if (typeof value !== 'string' || value.length > most.header || /[^\t\x20-\x7e]/.test(value))
      fault(where, `must be a text of at most ${most.header} printable ASCII characters`);
    else {
      for (const wrong of faultsInSecrets(value)) fault(where, wrong);
      texts[lower] = value;
    }
  }
  return texts;
}

function referenceIn(value: unknown, fault: Fault): CheckReference | undefined {
  if (!isObject(value)) return void fault('check', 'must be an object');
  onlyKnown(value, 'check.', ['connectionId', 'checkId'], fault);
  const { connectionId, checkId } = value;
  const isId = (id: unknown): id is string => typeof id === 'string' && id.length >= 1 && id.length <= 100;
  if (!isId(connectionId)) fault('check.connectionId', 'must be the id of a connection');
  if (!isId(checkId)) fault('check.checkId', 'must be the id of a check');
  return isId(connectionId) && isId(checkId) ? { connectionId, checkId } : undefined;
}

function extractIn(value: unknown, fault: Fault): Record<string, string> {
  const paths: Record<string, string> = {};
  if (value === undefined) return paths;
  if (!isObject(value) || Object.keys(value).length > most.names) {
    fault('extract', `must be an object of at most ${most.names} names`);
    return paths;
  }
  for (const [name, path] of Object.entries(value)) {
    const where = `extract.${name.slice(0, 100)}`;
    if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)) fault(where, 'must be a name of letters, digits and _ that begins with a letter');
    const text = pathIn(path, where, fault);
    if (text !== undefined) paths[name] = text;
  }
  return paths;
}

function pathIn(path: unknown, where: string, fault: Fault): string | undefined {
  if (typeof path === 'string' && pathOf(path)) return path;
  return void fault(where, `must be a JSON Pointer or a JSONPath of at most ${longestPath} characters`);
}

function criteriaIn(value: unknown, fault: Fault): Criterion[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > most.criteria) {
    fault('criteria', `must be a list of 1 to ${most.criteria} criteria`);
    return [];
  }
  return value.flatMap((item: unknown, index) => {
    const where = `criteria.${index}`;
    if (!isObject(item)) return fault(where, 'must be an object') ?? [];
    onlyKnown(item, `${where}.`, ['path', 'operator', 'value'], fault);
    const path = pathIn(item.path, `${where}.path`, fault);
    const { operator } = item;
    if (!isOperator(operator)) return fault(`${where}.operator`, `must be one of ${operators.join(', ')}`) ?? [];
    const wrong = valueFault(operator, item.value);
    if (wrong !== undefined) fault(`${where}.value`, wrong);
    return path === undefined ? [] : [{ path, operator, ...(item.value !== undefined && { value: item.value }) }];
  });
}
