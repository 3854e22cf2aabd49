/** Creates the code samples of each operation from the examples of the contract. */
import type { CodeSample, Document, PlacedOperation } from '../contract.ts';
import { callOf } from './call.ts';
import { curlSample } from './curl.ts';
import { pythonSample } from './python.ts';
import { typescriptSample } from './typescript.ts';

/** @throws when a required example is missing */
export function samplesOf(document: Document, placed: PlacedOperation): CodeSample[] {
  const [server] = document.servers;
  const base = server?.variables.base_url?.default;
  if (base === undefined) throw new Error('servers[0] has no base_url');
  const call = callOf(document, placed);
  return [
    { lang: 'bash', label: 'curl', source: curlSample(base, call) },
    { lang: 'js', label: 'TypeScript', source: typescriptSample(base, call) },
    { lang: 'python', label: 'Python', source: pythonSample(base, call) },
  ];
}
