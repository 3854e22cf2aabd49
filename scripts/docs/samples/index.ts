/** Each operation as a program would call it, made of the contract's examples. */
import type { CodeSample, Document, Placed } from '../contract.ts';
import { callOf } from './call.ts';
import { curl } from './curl.ts';
import { typescript } from './typescript.ts';

/** @throws when an example is missing that a call needs */
export function samplesOf(document: Document, placed: Placed): CodeSample[] {
  const [server] = document.servers;
  const base = server?.variables.base_url?.default;
  if (base === undefined) throw new Error('servers[0] has no base_url');
  const call = callOf(document, placed);
  return [
    { lang: 'bash', label: 'curl', source: curl(base, call) },
    { lang: 'js', label: 'TypeScript', source: typescript(base, call) },
  ];
}
