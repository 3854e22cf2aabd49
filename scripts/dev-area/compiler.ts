/**
 * The TypeScript 7 compiler as a language server (Language Server Protocol 3.17). It keeps the parsed program, and checks only the files
 * that it is asked about.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly items?: readonly Diagnostic[] } | null;
  readonly error?: { readonly message: string };
}
interface Diagnostic {
  readonly message: string;
  readonly code?: number;
  readonly severity?: number;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}
const severityError = 1;
const fileChanged = 2;
const uriOf = (file: string) => pathToFileURL(file).href;

/** Starts the compiler. */
export async function startCompiler() {
  const child = spawn('node', ['node_modules/typescript-7/bin/tsc', '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const pending = new Map<number, (message: Message) => void>();
  const versions = new Map<string, number>();
  let lastId = 0;
  let received = Buffer.alloc(0);
  child.stdout.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part]);
    for (let message = takeMessage(); message; message = takeMessage()) {
      if (message.id === undefined) continue;
      // The server asks for settings, of which there are none.
      if (message.method !== undefined) send({ id: message.id, result: null });
      else pending.get(message.id)?.(message);
    }
  });

  /** @returns the next message, or undefined if it has not arrived completely */
  function takeMessage(): Message | undefined {
    const headerEnd = received.indexOf('\r\n\r\n');
    if (headerEnd < 0) return undefined;
    const bodyStart = headerEnd + 4;
    const length = Number(/Content-Length: (\d+)/i.exec(received.toString('latin1', 0, headerEnd))?.[1]);
    if (received.length < bodyStart + length) return undefined;
    const message: Message = JSON.parse(received.toString('utf8', bodyStart, bodyStart + length));
    received = received.subarray(bodyStart + length);
    return message;
  }

  function send(message: object) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  async function request(method: string, params: object): Promise<Message> {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<Message>();
    pending.set(id, resolve);
    send({ id, method, params });
    const answer = await promise;
    pending.delete(id);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer;
  }

  /** Gives the server the present text of a file. */
  function open(file: string) {
    const version = (versions.get(file) ?? 0) + 1;
    versions.set(file, version);
    const uri = uriOf(file);
    const text = readFileSync(file, 'utf8');
    if (version === 1) send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'typescript', version, text } } });
    else send({ method: 'textDocument/didChange', params: { textDocument: { uri, version }, contentChanges: [{ text }] } });
  }

  await request('initialize', {
    processId: process.pid,
    rootUri: uriOf('.'),
    capabilities: { textDocument: { diagnostic: {} }, workspace: { didChangeWatchedFiles: {} } },
  });
  send({ method: 'initialized', params: {} });

  return {
    /** @param changedFiles files that were saved, of any folder @returns the errors in `files`, each with its file and line */
    async check(files: readonly string[], changedFiles: readonly string[]): Promise<readonly string[]> {
      const otherFiles = changedFiles.filter((file) => !files.includes(file));
      send({
        method: 'workspace/didChangeWatchedFiles',
        params: { changes: otherFiles.map((file) => ({ uri: uriOf(file), type: fileChanged })) },
      });
      for (const file of files) if (!versions.has(file) || changedFiles.includes(file)) open(file);
      const answers = await Promise.all(files.map((file) => request('textDocument/diagnostic', { textDocument: { uri: uriOf(file) } })));
      return answers.flatMap(({ result }, index) =>
        (result?.items ?? [])
          .filter(({ severity }) => severity === severityError)
          .map(({ range: { start }, code, message }) => `${files[index]}:${start.line + 1}:${start.character + 1} TS${code} ${message}`),
      );
    },
    async end() {
      child.kill();
      await once(child, 'close');
    },
  };
}
