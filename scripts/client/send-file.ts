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
export async function sendFile(address: string, file: Blob, { fetch, onProgress, signal }: Sending): Promise<Response> {
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
