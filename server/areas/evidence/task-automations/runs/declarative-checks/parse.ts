/** Parses the file of a declarative check (task-automations, rule 3 and Declarative check). */
import { isObject } from '#platform/json-object';
import { type CheckReference, type CheckRequest, type Criterion, type DeclarativeCheck, operators } from './check.ts';
import { hostRefusalMessage, isAllowedHost } from './hosts.ts';
import { isOperator, findValueError } from './operators.ts';
import { maxPathLength, parsePath } from './paths.ts';
import { findSecretErrors, mentionsSecret } from './secrets.ts';

/** Maximum size of the file of a check, in bytes. */
export const maxCheckBytes = 64 * 1024;
/** Maximum number of criteria, extracted names, headers and reported errors, and of characters in a header value and in the URL. */
const limits = { criteria: 50, names: 20, headers: 20, header: 4_096, url: 2_048, errors: 50 } as const;
/** The minimum, maximum and default timeout of a request, in milliseconds. */
const timeouts = { min: 100, max: 30_000, default: 10_000 } as const;
/** Headers that only the HTTP client may set. */
const reservedHeaders = ['host', 'content-length', 'connection', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect', 'te', 'trailer'];

/** The parsed check, or an error message for each error in the file. */
export type ParsedCheck = { readonly check: DeclarativeCheck } | { readonly faults: readonly string[] };

/** @param allowedHosts the hosts that checks may call; undefined allows every host @returns the check in the file, or its errors */
export function parseCheck(bytes: Buffer, allowedHosts?: readonly string[]): ParsedCheck {
  if (bytes.length > maxCheckBytes) return { faults: [`the file must have at most ${maxCheckBytes} bytes`] };
  const file = parseJson(bytes);
  if (!isObject(file)) return { faults: ['the file must be a JSON object in UTF-8'] };
  const errors: string[] = [];
  const addError = (path: string, message: string) => void (errors.length < limits.errors && errors.push(`${path} ${message}`));
  rejectUnknown(file, '', ['request', 'check', 'extract', 'criteria', 'combine'], addError);
  if ((file.request === undefined) === (file.check === undefined)) addError('the file', 'must have exactly one of request and check');
  const request = file.request === undefined ? undefined : parseRequest(file.request, allowedHosts, addError);
  const checkReference = file.check === undefined ? undefined : parseCheckReference(file.check, addError);
  const extract = parseExtract(file.extract, addError);
  const criteria = parseCriteria(file.criteria, addError);
  const { combine = 'all' } = file;
  if (combine !== 'all' && combine !== 'any') addError('combine', 'must be all or any');
  if (errors.length || (combine !== 'all' && combine !== 'any')) return { faults: errors };
  if (request) return { check: { source: { request }, extract, criteria, combine } };
  return checkReference ? { check: { source: { check: checkReference }, extract, criteria, combine } } : { faults: errors };
}

/** Adds an error to the result. @param path the invalid property @param message continues a sentence that begins with the path */
type AddError = (path: string, message: string) => void;

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Adds an error for each property that is not in `names`. @param prefix the path of the object with a trailing dot; empty for the file */
function rejectUnknown(value: Readonly<Record<string, unknown>>, prefix: string, names: readonly string[], addError: AddError): void {
  for (const name of Object.keys(value)) if (!names.includes(name)) addError(`${prefix}${name.slice(0, 100)}`, 'is unknown');
}

function parseRequest(value: unknown, allowedHosts: readonly string[] | undefined, addError: AddError): CheckRequest | undefined {
  if (!isObject(value)) return void addError('request', 'must be an object');
  rejectUnknown(value, 'request.', ['method', 'url', 'headers', 'timeoutMs'], addError);
  const { method = 'GET', url, headers = {}, timeoutMs = timeouts.default } = value;
  if (method !== 'GET' && method !== 'HEAD') addError('request.method', 'must be GET or HEAD');
  const validUrl = checkUrl(url, allowedHosts, addError);
  if (typeof timeoutMs !== 'number' || !Number.isInteger(timeoutMs) || timeoutMs < timeouts.min || timeoutMs > timeouts.max)
    addError('request.timeoutMs', `must be a whole number from ${timeouts.min} to ${timeouts.max}`);
  const checkedHeaders = parseHeaders(headers, addError);
  return validUrl === undefined || typeof timeoutMs !== 'number'
    ? undefined
    : { method: method === 'HEAD' ? 'HEAD' : 'GET', url: validUrl, headers: checkedHeaders, timeoutMs };
}

function checkUrl(url: unknown, allowedHosts: readonly string[] | undefined, addError: AddError): string | undefined {
  if (typeof url !== 'string' || url.length > limits.url || !URL.canParse(url))
    return void addError('request.url', `must be an address of at most ${limits.url} characters`);
  const parsedUrl = new URL(url);
  if (parsedUrl.protocol !== 'https:' && parsedUrl.protocol !== 'http:')
    return void addError('request.url', 'must begin with https:// or http://');
  if (parsedUrl.username || parsedUrl.password) return void addError('request.url', 'must have no user and password');
  if (mentionsSecret(url)) return void addError('request.url', 'must have no secret, which only headers may have');
  if (allowedHosts && !isAllowedHost(parsedUrl, allowedHosts))
    return void addError('request.url', `cannot be called: ${hostRefusalMessage(parsedUrl)}`);
  return url;
}

function parseHeaders(headers: unknown, addError: AddError): Record<string, string> {
  const checkedHeaders: Record<string, string> = {};
  if (!isObject(headers) || Object.keys(headers).length > limits.headers) {
    addError('request.headers', `must be an object of at most ${limits.headers} headers`);
    return checkedHeaders;
  }
  for (const [name, value] of Object.entries(headers)) {
    const fieldPath = `request.headers.${name.slice(0, 100)}`;
    const lowercaseName = name.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) addError(fieldPath, 'is no name of a header');
    else if (reservedHeaders.includes(lowercaseName)) addError(fieldPath, 'cannot be set');
    else if (Object.hasOwn(checkedHeaders, lowercaseName)) addError(fieldPath, 'is there twice');
    else if (typeof value !== 'string' || value.length > limits.header || /[^\t\x20-\x7e]/.test(value))
      addError(fieldPath, `must be a text of at most ${limits.header} printable ASCII characters`);
    else {
      for (const message of findSecretErrors(value)) addError(fieldPath, message);
      checkedHeaders[lowercaseName] = value;
    }
  }
  return checkedHeaders;
}

function parseCheckReference(value: unknown, addError: AddError): CheckReference | undefined {
  if (!isObject(value)) return void addError('check', 'must be an object');
  rejectUnknown(value, 'check.', ['connectionId', 'checkId'], addError);
  const { connectionId, checkId } = value;
  const isId = (id: unknown): id is string => typeof id === 'string' && id.length >= 1 && id.length <= 100;
  if (!isId(connectionId)) addError('check.connectionId', 'must be the id of a connection');
  if (!isId(checkId)) addError('check.checkId', 'must be the id of a check');
  return isId(connectionId) && isId(checkId) ? { connectionId, checkId } : undefined;
}

function parseExtract(value: unknown, addError: AddError): Record<string, string> {
  const paths: Record<string, string> = {};
  if (value === undefined) return paths;
  if (!isObject(value) || Object.keys(value).length > limits.names) {
    addError('extract', `must be an object of at most ${limits.names} names`);
    return paths;
  }
  for (const [name, path] of Object.entries(value)) {
    const fieldPath = `extract.${name.slice(0, 100)}`;
    if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name))
      addError(fieldPath, 'must be a name of letters, digits and _ that begins with a letter');
    const checkedPath = checkPath(path, fieldPath, addError);
    if (checkedPath !== undefined) paths[name] = checkedPath;
  }
  return paths;
}

function checkPath(path: unknown, fieldPath: string, addError: AddError): string | undefined {
  if (typeof path === 'string' && parsePath(path)) return path;
  return void addError(fieldPath, `must be a JSON Pointer or a JSONPath of at most ${maxPathLength} characters`);
}

function parseCriteria(value: unknown, addError: AddError): Criterion[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > limits.criteria) {
    addError('criteria', `must be a list of 1 to ${limits.criteria} criteria`);
    return [];
  }
  return value.flatMap((item: unknown, index) => {
    const fieldPath = `criteria.${index}`;
    if (!isObject(item)) return addError(fieldPath, 'must be an object') ?? [];
    rejectUnknown(item, `${fieldPath}.`, ['path', 'operator', 'value'], addError);
    const path = checkPath(item.path, `${fieldPath}.path`, addError);
    const { operator } = item;
    if (!isOperator(operator)) return addError(`${fieldPath}.operator`, `must be one of ${operators.join(', ')}`) ?? [];
    const message = findValueError(operator, item.value);
    if (message !== undefined) addError(`${fieldPath}.value`, message);
    return path === undefined ? [] : [{ path, operator, ...(item.value !== undefined && { value: item.value }) }];
  });
}
