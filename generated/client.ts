// Generated from scripts/client/ by scripts/generate-client.ts. Do not edit.
/** The client of the service: `openapi-fetch` with the types of the contract, credentials, pages, files and retries. */
import type { Downloads, ErrorCode, ErrorDetails, ErrorMembers, FieldErrorReason, Lists, Run, UploadCreate, UploadCreated, UploadPurpose, paths } from './contract.ts';
import { requires, requiresSession, type OperationId, type Permission } from './permissions.ts';
import { hidingTemplates } from './hiding-templates.ts';
import { createQuerySerializer, default as openapi } from 'openapi-fetch';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The members of every error. Errors of employees and risks other than 412 have no code, nor have those of a proxy. */
export interface ErrorBody<Code extends string = ErrorCode> extends ErrorMembers {
  readonly success: false;
  /** The message, suitable for users. */
  readonly error: string;
  /** The code of the error, one of those that the operation lists. */
  readonly code?: Code;
  readonly details?: ErrorDetails;
  /** Identifies the request in the log of the service. */
  readonly requestId?: string;
}

/** The content of a file. */
export type Bytes = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** The paths with this method. */
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type OperationOf<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;

/** The input of a call besides its path: parameters, body, and options of `fetch`. Optional where the contract requires nothing. */
export type Input<P extends keyof paths, M extends Method, As = undefined> = InputOf<OperationOf<P, M>, As>;
type InputOf<O, As> = Optional<
  Omit<RequestInit, 'body' | 'method' | 'redirect'> & ParametersOf<O> & BodyOf<O> & { readonly parseAs?: As | undefined }
>;
type ParametersOf<O> = O extends { parameters: infer P } ? (object extends P ? { readonly params?: P } : { readonly params: P }) : never;
type BodyOf<O> = O extends { requestBody: { content: infer C } }
  ? { readonly body: Sent<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { readonly body?: Sent<C> }
    : { readonly body?: undefined };
type Sent<C> = C extends { 'application/json': infer Json } ? Json : Bytes;
type Optional<T> = object extends T ? [input?: T] : [input: T];

/** The result of a call: the data of a success, or the error of any other answer. */
export type Answer<P extends keyof paths, M extends Method, As = undefined> = AnswerOf<OperationOf<P, M>, As>;
type AnswerOf<O, As> =
  | {
      readonly data: [As] extends [ParseAs] ? Parsed<Success<O>>[As] : Success<O>;
      readonly error?: never;
      readonly response: Response;
    }
  | { readonly data?: never; readonly error: ErrorBody<CodeOf<O>>; readonly response: Response };

/** How an answer is parsed, unless its media type decides. */
export type ParseAs = keyof Parsed<unknown>;
interface Parsed<T> {
  readonly json: T;
  readonly text: string;
  readonly blob: Blob;
  readonly arrayBuffer: ArrayBuffer;
  readonly stream: Response['body'];
}

type CodeOf<O> = O extends { responses: { default: { content: { 'application/json': infer Body } } } }
  ? 'code' extends keyof Body
    ? Extract<Body['code'], string>
    : never
  : never;

type Success<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 | 204 ? Content<R[S]> : never }[keyof R]
  : never;
/** JSON is parsed; any other content is a file. */
type Content<R> = R extends { content: infer C } ? { [T in keyof C]: T extends 'application/json' ? C[T] : Blob }[keyof C] : undefined;

/** The part of the answer of `getMe` that decides what a caller may do. */
export interface Holder {
  /** The permissions that count now, such as `risk:read`. None without an organization. */
  readonly permissions?: readonly string[] | undefined;
  readonly credential?: { readonly kind?: string | undefined } | undefined;
}

/**
 * Returns whether a session or an API key may call an operation, so that a page can leave out what would be refused with 403. The service
 * decides in the end: a record may be hidden from the caller, or be in a state that does not allow it. Where the permission depends on the
 * record (`byRecord`), the answer is true if the caller has the permission for at least one kind of record.
 */
export function can({ permissions = [], credential }: Holder, operation: OperationId): boolean {
  const permission = requires[operation];
  if (permission === 'public') return true;
  // A key without permissions is refused everywhere.
  if (credential?.kind === 'api_key' && (requiresSession.includes(operation) || permissions.length === 0)) return false;
  return permits(permission, permissions);
}

function permits(permission: Permission, permissions: readonly string[]): boolean {
  if (typeof permission === 'string') return permission === 'authenticated' || permissions.includes(permission);
  if ('anyOf' in permission) return permission.anyOf.some((one) => permissions.includes(one));
  // Each kind of record takes a permission of its own, and the contract does not list the kinds.
  if ('byRecord' in permission) return permissions.some((one) => one.endsWith(`:${permission.byRecord}`));
  return permission.every((one) => permissions.includes(one));
}

/**
 * Returns the file of an answer: the answer itself, or the file at the signed address in it.
 * @param follow requests a signed address @throws ApiError
 */
async function fileOf(call: Promise<AnyAnswer<Blob>>, follow: (address: string) => Promise<AnyAnswer<Response>>): Promise<File> {
  const blob = await orThrow(call);
  const link = await linkIn(blob);
  const response = link ? await orThrow(follow(link.downloadUrl)) : (await call).response;
  const content = link ? await response.blob() : blob;
  const name = nameIn(response) ?? link?.fileName ?? link?.name ?? 'download';
  return new File([content], name, { type: content.type });
}

interface Link {
  readonly downloadUrl: string;
  readonly fileName?: string;
  readonly name?: string;
}

async function linkIn(blob: Blob): Promise<Link | undefined> {
  const body: unknown = /^application\/json\b/.test(blob.type) ? JSON.parse(await blob.text()) : undefined;
  return isLink(body) ? body : undefined;
}

function isLink(body: unknown): body is Link {
  return typeof body === 'object' && body !== null && 'downloadUrl' in body && typeof body.downloadUrl === 'string';
}

/** @returns the name in `Content-Disposition`, which has a second form for names beyond ASCII (RFC 6266) */
function nameIn({ headers }: Response): string | undefined {
  const disposition = headers.get('Content-Disposition') ?? '';
  const encodedName = /\bfilename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encodedName === undefined ? /\bfilename="?([^";]+)/i.exec(disposition)?.[1] : decodeURIComponent(encodedName);
}

/** An error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The message of the service, suitable for users. */
  readonly error: string;
  /** The code of the error. Errors of employees and risks other than 412 have none. */
  readonly code: string | undefined;
  /** The validation errors by field, when validation failed. */
  readonly details: ErrorBody['details'];
  /** Additional members of the error, such as `members: 2`. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Identifies the request in the log of the service. */
  readonly requestId: string | undefined;
  constructor({ status }: Response, { success: _success, error, code, details, requestId, ...members }: ErrorBody<string>) {
    super(`${error} (${[status, ...(requestId === undefined ? [] : [`request ${requestId}`])].join(', ')})`);
    this.status = status;
    this.error = error;
    this.code = code;
    this.details = details;
    this.members = members;
    this.requestId = requestId;
  }
}

/**
 * The validation errors of one field, to be displayed next to it.
 * @param error of an answer, or as `orThrow` throws it @param field a dotted path for nested fields: `members.0.email` @returns its
 * messages; none if the field is valid
 */
export function fieldErrors(error: { readonly details?: ErrorBody['details'] | undefined } | undefined, field: string): readonly string[] {
  const messages = error?.details?.[field];
  return Array.isArray(messages) ? messages : (messages?._errors ?? []);
}

/**
 * The codes of the validation errors of one field, to show them in other languages.
 * @returns a code with its params for each of the messages of `fieldErrors`, in the same order
 */
export function fieldReasons(
  error: { readonly details?: ErrorBody['details'] | undefined } | undefined,
  field: string,
): readonly FieldErrorReason[] {
  const details = error?.details;
  if (field === '_errors') return details?._codes ?? [];
  const messages = details?.[field];
  return Array.isArray(messages) ? [] : (messages?._codes ?? []);
}

type AnyAnswer<T = unknown> =
  | { readonly data: T; readonly error?: never; readonly response: Response }
  | { readonly data?: never; readonly error: ErrorBody<string>; readonly response: Response };
/** Distinguished by the error, because a success may have no data. */
type DataOf<A> = Extract<A, { readonly error?: undefined }> extends { readonly data?: infer T } ? T : never;

/** Returns the data of a call, for callers who prefer exceptions: `const risk = await orThrow(client.GET(…))`. @throws ApiError */
export async function orThrow<A extends AnyAnswer>(call: PromiseLike<A>): Promise<DataOf<A>>;
export async function orThrow(call: PromiseLike<AnyAnswer>): Promise<unknown> {
  const answer = await call;
  if (answer.error !== undefined) throw new ApiError(answer.response, answer.error);
  return answer.data;
}

/** Returns the answer of a signed address, which is not an operation, in the form of a call. */
async function answerOf(response: Response): Promise<AnyAnswer<Response>> {
  if (response.ok) return { data: response, response };
  return { error: errorOf(await response.json().catch(() => undefined), response), response };
}

/** Returns an error with the id of its request, also one that does not come from the service, such as one of a proxy. */
function errorOf(error: unknown, response: Response): ErrorBody {
  const requestId = response.headers.get('X-Request-Id');
  return { ...bodyOf(error, response), ...(requestId !== null && { requestId }) };
}

function bodyOf(error: unknown, { status, statusText, type }: Response): ErrorBody {
  // Browsers hide the status of a redirect that is not followed.
  if (type === 'opaqueredirect') return { success: false, error: 'The service answered with a redirect, which is not followed' };
  return isError(error) ? error : { success: false, error: statusText || `HTTP ${status}` };
}

function isError(error: unknown): error is ErrorBody {
  return typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string';
}

/** Yields the records of all pages. @param requestPage requests a page with this query, added to the caller's @throws ApiError */
async function* rowsOf(
  requestPage: (query: { readonly cursor?: string }) => Promise<AnyAnswer>,
): AsyncGenerator<unknown, void, void> {
  for (let query: { cursor?: string } | undefined = {}; query;) {
    const { data, nextCursor } = await pageOf(requestPage(query));
    yield* data;
    query = nextCursor === null ? undefined : { cursor: nextCursor };
  }
}

/** A page of a list, in the same form for every list. */
export interface ListPage<Row> {
  readonly data: readonly Row[];
  /** The `cursor` of the next page; null on the last one. */
  readonly nextCursor: string | null;
  /** The `cursor` of the page before; null on the first one, and for lists that only go forward. */
  readonly previousCursor: string | null;
  /** The number of records on all pages, if `count` was true and the list can count. */
  readonly totalCount: number | undefined;
}

/**
 * Returns an answer as a page. The cursors are in the body, or in the `Link` header of lists whose bodies cannot contain them. Only the
 * cursor of that header is used, because its address may differ from the address that the caller uses.
 * @throws ApiError
 */
async function pageOf(call: Promise<AnyAnswer>): Promise<ListPage<unknown>> {
  const body = await orThrow(call);
  const { response } = await call;
  if (!isPage(body)) throw new TypeError('this is not a list');
  return {
    data: body.data,
    nextCursor: body.nextCursor ?? cursorIn(response, 'next'),
    previousCursor: body.previousCursor ?? cursorIn(response, 'prev'),
    totalCount: body.totalCount,
  };
}

function isPage(body: unknown): body is Partial<ListPage<unknown>> & Pick<ListPage<unknown>, 'data'> {
  return typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data);
}

function cursorIn({ headers, url }: Response, relation: 'next' | 'prev'): string | null {
  const links = [...(headers.get('Link') ?? '').matchAll(/<([^<>]*)>; *rel="(\w+)"/g)];
  const address = links.find(([, , name]) => name === relation)?.[1];
  return address === undefined ? null : new URL(address, url).searchParams.get('cursor');
}

/**
 * Builds the path of a call. Each parameter fills one segment, so that no value can lead to another operation.
 * @param template such as `/v1/risks/{id}` @throws TypeError that names a parameter without a usable value
 */
function pathOf(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  const name = nameOfHiddenParameter(template, values);
  if (name !== undefined)
    throw new TypeError(
      `The path parameter ${JSON.stringify(name)} must not be ${JSON.stringify(values[name])}, which names another operation`,
    );
  const path = template.replace(/\{([^{}]*)\}/g, (_all, name: string) => encodeURIComponent(segmentOf(name, values[name])));
  const fault = findFault(path);
  if (fault !== undefined) throw new TypeError(`The path ${JSON.stringify(template)} ${fault}`);
  return path;
}

function segmentOf(name: string, value: unknown): string {
  const fault =
    typeof value === 'string' || Number.isFinite(value) ? findSegmentFault(decodeFully(String(value))) : 'must be a string or a number';
  if (fault === undefined) return String(value);
  throw new TypeError(`The path parameter ${JSON.stringify(name)} ${fault}`);
}

function findFault(path: string): string | undefined {
  if (!path.startsWith('/')) return 'must begin with a slash';
  if (/[{}]/.test(path)) return 'has a parameter without a value';
  // `fetch` treats a backslash as a slash, removes tabs and line breaks, and ends the path at a question mark or a hash.
  if (/[\\?#\s\p{Cc}]/u.test(path)) return 'must not contain a backslash, question mark, hash or white space';
  return path
    .split('/')
    .slice(1)
    .map((segment) => findSegmentFault(decodeFully(segment)))
    .find((fault) => fault !== undefined);
}

function findSegmentFault(text: string): string | undefined {
  if (/[/\\]/.test(text)) return 'must not contain a slash or backslash in a segment';
  // Some parsers drop spaces and control characters, which may leave nothing or a dot segment.
  const remainingText = text.replace(/[\s\p{Cc}]/gu, '');
  if (remainingText === '') return 'must not be empty';
  // Some servers treat `..;a=b` as `..`.
  return /^\.\.?(?:;|$)/.test(remainingText) ? 'must not be a dot segment' : undefined;
}

/** Decodes until nothing changes, because proxies may decode more than once. */
function decodeFully(text: string): string {
  const once = text.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
  return once === text ? text : decodeFully(once);
}

/** @returns the name of a parameter whose value makes the path one of another operation, as `bulk` does in `/v1/tasks/{taskId}` */
function nameOfHiddenParameter(template: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const segments = template.split('/');
  const parameters = segments.map((segment) => /^\{(.*)\}$/.exec(segment)?.[1]);
  const filledSegments = segments.map((segment, index) => {
    const name = parameters[index];
    return name === undefined ? segment : decodeFully(String(values[name]));
  });
  for (const hidingTemplate of hidingTemplates) {
    const hidingSegments = hidingTemplate.split('/');
    // At the first difference, the path with the fixed segment takes precedence.
    const firstDifference = hidingSegments.findIndex((segment, index) => segment.startsWith('{') !== (parameters[index] !== undefined));
    const name = parameters[firstDifference];
    if (name === undefined || hidingSegments.length !== segments.length) continue;
    if (hidingSegments.every((segment, index) => segment.startsWith('{') || segment === filledSegments[index])) return name;
  }
  return undefined;
}

/** What `onRetry` learns about a repetition before the wait. */
export interface Retry {
  /** 1 for the first repetition. */
  readonly attempt: number;
  /** How long the client waits before it, in milliseconds. */
  readonly wait: number;
  /** The status of the answer: 429 or 503. */
  readonly status: number;
  /** The method and the path, as in the reference: `GET /v1/risks/{id}`. */
  readonly operation: string;
}

interface RetryPolicy {
  readonly retries: number;
  readonly maxWait: number;
  readonly onRetry: ((retry: Retry) => void) | undefined;
}

/**
 * Sends a request again while the rate limit is exceeded (429) or the service is temporarily unavailable (503).
 * @param send sends it; `isLast` says that it will not be sent again @returns the first other answer, the answer of the last attempt, or one
 * that asks to wait longer than `maxWait`
 */
async function withRetries(
  send: (isLast: boolean) => Promise<Response>,
  operation: string,
  { retries, maxWait, onRetry }: RetryPolicy,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt > retries;
    const response = await send(isLast);
    const delay = delayOf(response);
    if (isLast || !isBusy(response) || delay > maxWait) return response;
    onRetry?.({ attempt, wait: delay, status: response.status, operation });
    await response.body?.cancel();
    await wait(delay, signal);
  }
}

export interface WaitOptions {
  /** Receives the run each time that it is read, also when it has ended. */
  readonly onProgress?: ((run: Run) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a run until it has ended. @param read sends the request @throws ApiError @throws the reason of the signal */
async function readUntilEnded(read: () => Promise<AnyAnswer<Run>>, { onProgress, signal }: WaitOptions): Promise<Run> {
  for (;;) {
    const answer = read();
    const { response } = await answer;
    // A run goes on while the service is busy, so only an answer that asks to come back later is not an error here.
    if (!isBusy(response) || !response.headers.has('Retry-After')) {
      const run = await orThrow(answer);
      onProgress?.(run);
      if (run.status !== 'queued' && run.status !== 'running') return run;
    }
    await wait(delayOf(response), signal);
  }
}

/** How much of a file has been sent, in bytes. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
}

interface Sending {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** How many bytes are sent before progress is reported again. */
const partSize = 65_536;

/** Sends a file to a signed address by PUT, without credentials. */
async function sendFile(address: string, file: Blob, { fetch, onProgress, signal }: Sending): Promise<Response> {
  const init = { method: 'PUT', credentials: 'omit', signal: signal ?? null } as const;
  if (!onProgress) return fetch(new Request(address, { ...init, body: file }));
  // In a browser, `fetch` does not tell how much was sent, and most browsers send no stream.
  if (typeof XMLHttpRequest !== 'undefined') return sendFromBrowser(new XMLHttpRequest(), address, file, onProgress, signal);
  let sent = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (sent === file.size) return controller.close();
      const part = await file.slice(sent, sent + partSize).arrayBuffer();
      controller.enqueue(new Uint8Array(part));
      sent += part.byteLength;
      onProgress({ sent, total: file.size });
    },
  });
  // Stores such as S3 refuse a body of unknown length.
  const headers = { 'Content-Length': String(file.size), ...(file.type && { 'Content-Type': file.type }) };
  const stream = { ...init, headers, body, duplex: 'half' } as const;
  return fetch(new Request(address, stream));
}

/** The members of the browser's `XMLHttpRequest` that are used here. The types of Node.js lack it. */
interface BrowserRequest {
  readonly status: number;
  readonly responseText: string;
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, address: string): void;
  send(body: Blob): void;
  abort(): void;
  getAllResponseHeaders(): string;
}
declare const XMLHttpRequest: (new () => BrowserRequest) | undefined;

function sendFromBrowser(
  request: BrowserRequest,
  address: string,
  file: Blob,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal | undefined,
): Promise<Response> {
  signal?.throwIfAborted();
  const stop = () => request.abort();
  const answer = new Promise<Response>((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => onProgress({ sent: loaded, total: file.size });
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError('Failed to send the file'));
    request.onabort = () => reject(signal?.reason);
  });
  request.open('PUT', address);
  request.send(file);
  signal?.addEventListener('abort', stop, { once: true });
  return answer.finally(() => signal?.removeEventListener('abort', stop));
}

function responseOf(request: BrowserRequest): Response {
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  // Some statuses must not have a body, not even an empty one.
  return new Response(request.responseText || null, { status: request.status, headers });
}

export interface UploadOptions {
  /** What the operation that takes the file asks for; `general` by default. */
  readonly purpose?: UploadPurpose | undefined;
  /** The name of a `File` by default. */
  readonly fileName?: string | undefined;
  /** The media type of a `Blob` by default. */
  readonly fileType?: string | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates an upload and sends its bytes.
 * @param create creates the upload @param send sends bytes to its signed address @returns the key that operations take as `fileKey`
 * @throws ApiError
 */
async function uploadFile(
  content: Bytes,
  { purpose = 'general', fileName, fileType }: UploadOptions,
  create: (upload: UploadCreate) => Promise<AnyAnswer<UploadCreated>>,
  send: (address: string, file: Blob) => Promise<AnyAnswer>,
): Promise<string> {
  const file = content instanceof Blob ? content : new Blob([bytesOf(content)]);
  const name = fileName ?? (file instanceof File ? file.name : undefined);
  if (name === undefined) throw new TypeError('A file without a name needs the option "fileName"');
  const type = (fileType ?? file.type) || 'application/octet-stream';
  const { uploadUrl, fileKey } = await orThrow(create({ purpose, fileName: name, fileType: type, size: file.size }));
  await orThrow(send(uploadUrl, file));
  return fileKey;
}

function bytesOf(content: Exclude<Bytes, Blob>): ArrayBuffer | Uint8Array<ArrayBuffer> {
  return ArrayBuffer.isView(content) ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength) : content;
}

/** The longest delay that a timer takes; it ends at once when set to more. */
const maxDelay = 2 ** 31 - 1;

/** Returns whether the service asks to try again later. */
function isBusy({ status }: Response): boolean {
  return status === 429 || status === 503;
}

/** @returns the milliseconds until `Retry-After`, which is in seconds or a date; a second if the answer does not say */
function delayOf({ headers }: Response): number {
  const header = headers.get('Retry-After')?.trim() ?? '';
  const delay = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(delay) ? 1000 : Math.min(Math.max(delay, 0), maxDelay);
}

/** @throws the reason of the signal as soon as it is aborted */
function wait(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

export * from './contract.ts';
export * as labels from './labels.ts';
export * from './permissions.ts';
export * as transitions from './transitions.ts';

type Verb<M extends Method> = <P extends PathOf<M>, As extends ParseAs | undefined = undefined>(
  path: P,
  ...input: Input<P, M, As>
) => Promise<Answer<P, M, As>>;

export interface Client {
  readonly GET: Verb<'get'>;
  readonly POST: Verb<'post'>;
  readonly PUT: Verb<'put'>;
  readonly PATCH: Verb<'patch'>;
  readonly DELETE: Verb<'delete'>;
  /** Yields all records of a list and reads page by page on demand. `limit` is the page size (100), `cursor` the start. @throws ApiError */
  list<P extends keyof Lists>(path: P, ...input: Input<P, 'get'>): AsyncGenerator<Lists[P], void, void>;
  /** Returns one page of a list, in the same form for every list. `limit` and `cursor` as for `list`. @throws ApiError */
  page<P extends keyof Lists>(path: P, ...input: Input<P, 'get'>): Promise<ListPage<Lists[P]>>;
  /** Sends a file in advance. @returns the key that operations take as `fileKey` @throws ApiError */
  upload(file: File, options?: UploadOptions): Promise<string>;
  upload(content: Bytes, options: UploadOptions & { readonly fileName: string }): Promise<string>;
  /** Returns a file with its name and media type, whether the service answers with the file or with a link to it. @throws ApiError */
  download<P extends keyof Downloads>(path: P, ...input: Input<P, Downloads[P]>): Promise<File>;
  /** Reads a run until it is completed, failed or cancelled. @throws ApiError @throws the reason of the signal */
  waitForRun(run: Pick<Run, 'id'>, options?: WaitOptions): Promise<Run>;
}

export interface ClientOptions extends Omit<RequestInit, 'body' | 'headers' | 'method' | 'redirect'> {
  /** Address of the installation, without a query or a fragment. */
  readonly baseUrl: string;
  /** A key of one organization. */
  readonly apiKey?: string | undefined;
  /** The session token of a signed-in user, or a function that returns a valid one; used together with `organizationId`. */
  readonly session?: string | (() => string | Promise<string>) | undefined;
  readonly organizationId?: string | undefined;
  /** The token of a trust access link. It is sent with every call, so such a client can only call operations that take it in the query. */
  readonly accessToken?: string | undefined;
  /**
   * How often a call is repeated after 429 and 503, once `Retry-After` has passed; 2 by default. A POST then gets an `Idempotency-Key`, so
   * that it is executed once.
   */
  readonly retries?: number;
  /** The longest wait before a repetition in milliseconds; 10 seconds by default. An answer that asks to wait longer is returned at once. */
  readonly maxWait?: number;
  /** Called before each wait, so that a page can say why it takes longer. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates a client whose calls are typed by their path:
 *
 *     const client = createClient({ baseUrl: 'https://compliance.example.com', apiKey });
 *     const { data, error } = await client.GET('/v1/risks/{id}', { params: { path: { id } } });
 *     const risk = await orThrow(client.GET('/v1/risks/{id}', { params: { path: { id } } }));
 *     for await (const risk of client.list('/v1/risks', { params: { query: { status: ['open'] } } })) …
 *
 * `GET`, `POST`, `PUT`, `PATCH` and `DELETE` do not throw for any answer of the service. They return `{ data, error, response }`, with `data`
 * for a success (undefined if it had no body), and `error` otherwise. `orThrow` returns the data of a call or throws the error as an
 * `ApiError`, and so do `list`, `page`, `upload`, `download` and `waitForRun`. Redirects are not followed and are errors. When there is no
 * answer, the exception of `fetch` is thrown. A path parameter that is missing, empty or a dot segment, or that contains a slash, throws a
 * `TypeError`, and nothing is sent.
 *
 * Files are sent as a `Blob` or as bytes. JSON answers are parsed, and any other media type (PDF, CSV, ZIP, NDJSON …) is returned as a
 * `Blob`, or with `parseAs: 'stream'` as a stream. In a browser, `credentials: 'include'` sends the session cookie, together with
 * `organizationId`.
 */
export function createClient(options: ClientOptions): Client;
// Each operation has its own type outside; inside, one function handles all of them.
export function createClient({
  apiKey,
  session,
  organizationId,
  accessToken,
  retries = 2,
  maxWait = 10_000,
  onRetry,
  fetch = globalThis.fetch,
  ...options
}: ClientOptions): Record<keyof Client, unknown> {
  // The path of a call would become a part of the query or the fragment.
  if (/[?#]/.test(options.baseUrl)) throw new TypeError('The base URL must not contain a question mark or a hash');
  const querySerializer = createQuerySerializer<object>();
  const core = openapi<Untyped>({
    ...options,
    // A followed redirect would send the API key to another address, and a POST as a GET.
    redirect: 'manual',
    querySerializer: (query) => querySerializer({ token: accessToken, ...query }),
  });
  core.use({
    async onRequest({ request: { method, headers } }) {
      const token = typeof session === 'function' ? await session() : session;
      if (apiKey !== undefined) headers.set('X-API-Key', apiKey);
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
      if (organizationId !== undefined && !headers.has('X-Organization-Id')) headers.set('X-Organization-Id', organizationId);
      if (method === 'POST' && retries > 0 && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', randomKey());
    },
  });

  const policy: RetryPolicy = { retries, maxWait, onRetry };

  function send(method: 'post', template: '/v1/uploads/presign', input: AnyInput): Promise<AnyAnswer<UploadCreated>>;
  function send(method: 'get', template: '/v1/runs/{id}', input: AnyInput): Promise<AnyAnswer<Run>>;
  function send(method: Method, template: string, input: AnyInput & { readonly parseAs: 'blob' }): Promise<AnyAnswer<Blob>>;
  function send(method: Method, template: string, input?: AnyInput): Promise<AnyAnswer>;
  async function send(
    method: Method,
    template: string,
    { parseAs, params: { path, ...params } = {}, ...init }: AnyInput = {},
  ): Promise<AnyAnswer<unknown>> {
    const address = pathOf(template, path);
    const { data, error, response } = await core.request(method, address, {
      ...asBytes(init),
      ...init,
      // A request can be sent only once, so a copy is sent as long as it may be repeated.
      fetch: (request) =>
        withRetries((isLast) => fetch(isLast ? request : request.clone()), `${method.toUpperCase()} ${template}`, policy, request.signal),
      redirect: 'manual',
      params,
      parseAs: parseAs ?? 'stream',
    });
    if (!response.ok) return { error: errorOf(error, response), response };
    return { data: parseAs || !data ? data : await contentOf(response), response };
  }
  const verb = (method: Method) => (path: string, input?: AnyInput) => send(method, path, input);
  /** @param request sends a request to a signed address, which needs no credential */
  const requestLink = async (request: () => Promise<Response>, operation: string, signal: AbortSignal | null | undefined) =>
    answerOf(await withRetries(request, operation, policy, signal));
  const requestPage = (path: string, input: AnyInput = {}, query: object = {}) =>
    send('get', path, { ...input, params: { ...input.params, query: { limit: 100, ...input.params?.query, ...query } } });
  return {
    GET: verb('get'),
    POST: verb('post'),
    PUT: verb('put'),
    PATCH: verb('patch'),
    DELETE: verb('delete'),
    list: (path: string, input?: AnyInput) => rowsOf((query) => requestPage(path, input, query)),
    page: (path: string, input?: AnyInput) => pageOf(requestPage(path, input)),
    upload: (content: Bytes, options: UploadOptions = {}) => {
      const { onProgress, signal } = options;
      return uploadFile(
        content,
        options,
        (body: UploadCreate) => send('post', '/v1/uploads/presign', { body, signal: signal ?? null }),
        (address, file) =>
          requestLink(() => sendFile(address, file, { fetch, onProgress, signal }), 'PUT /v1/uploads/{id}/content', signal),
      );
    },
    download: (path: string, input: AnyInput = {}) => {
      // Only a download by POST has a body (scripts/generate-contract.ts).
      const method = input.body === undefined ? 'get' : 'post';
      const { signal = null } = input;
      return fileOf(send(method, path, { ...input, parseAs: 'blob' }), (address) =>
        requestLink(() => fetch(new Request(address, { credentials: 'omit', signal })), `${method.toUpperCase()} ${path}`, signal),
      );
    },
    waitForRun: ({ id }: Pick<Run, 'id'>, options: WaitOptions = {}) =>
      readUntilEnded(() => send('get', '/v1/runs/{id}', { params: { path: { id } }, signal: options.signal ?? null }), options),
  };
}

type Untyped = Record<
  string,
  Record<
    Method,
    {
      parameters: { query?: object };
      requestBody?: { content: { 'application/json': object } };
      responses: { 200: { content: { 'application/json': unknown } } };
    }
  >
>;
interface AnyInput {
  readonly parseAs?: ParseAs;
  readonly params?: { readonly path?: Readonly<Record<string, unknown>>; readonly query?: object };
  readonly body?: object;
  readonly signal?: AbortSignal | null;
}

function isBytes(body: unknown): body is Bytes {
  return body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
}

/** Sends a file as it is, and everything else as JSON. */
function asBytes(init: object) {
  if (!('body' in init) || !isBytes(init.body)) return {};
  const { body } = init;
  return { bodySerializer: () => body, headers: { 'Content-Type': (body instanceof Blob && body.type) || 'application/octet-stream' } };
}

function contentOf(response: Response): Promise<unknown> {
  return /^application\/json\b/.test(response.headers.get('Content-Type') ?? '') ? response.json() : response.blob();
}

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
