/** Each kind of error is explained, has an example and is used, in the envelope of its area (spec/conventions, 5). */
import { isPrescribedArea } from '../complete-contract/given.ts';
import { type Contract, entries, type Fault, type Json, list, own, text } from './document.ts';

/** Errors that the server sends before it knows the operation. */
const withoutOperation = [
  'expectation_failed',
  'headers_too_large',
  'malformed_request',
  'method_not_allowed',
  'not_found',
  'request_timeout',
  'transfer_coding_not_supported',
];

/** Members that the error envelope or a problem document (RFC 9457) already has. */
const reservedMembers = ['success', 'error', 'code', 'details', 'type', 'title', 'status', 'detail', 'errors'];

export function checkErrors({ document, operations, at }: Contract, fault: Fault): void {
  const usedCodes = new Set<string>();
  const messages = new Set(entries(own(document, 'x-problems')).map(([, kind]) => `${String(own(kind, 'status'))} ${exampleText(kind)}`));
  for (const { id, operation } of operations)
    for (const [status, answer] of entries(own(operation, 'responses'))) {
      if (Number(status) < 400) continue;
      const media = at(answer, 'content');
      const isPrescribed = isPrescribedArea(text(list(own(operation, 'tags'))[0]));
      const json = own(media, 'application/json');
      const codes = list(at(json, 'schema', 'properties', 'code', 'enum')).map(text);
      codes.forEach((code) => usedCodes.add(code));
      const examples = entries(own(json, 'examples')).map(([name, example]) => ({ name, value: own(at(example), 'value') }));
      const schema = text(own(own(json, 'schema'), '$ref'));
      const isGivenSchema = schema === `#/components/schemas/${status === '412' ? 'GivenConflict' : 'GivenError'}`;
      if (isPrescribed !== isGivenSchema || (!isPrescribed && !codes.length))
        fault('envelope', `${id} ${status}`, 'employees and risks answer with GivenError or GivenConflict, all others name their codes');
      // Clients that name problems in `Accept` never get a 406.
      if ((own(media, 'application/problem+json') === undefined) !== (isPrescribed || status === '406'))
        fault('problem', `${id} ${status}`, 'problem+json is for all areas but employees and risks');
      for (const code of codes)
        if (!examples.some(({ value }) => text(own(value, 'code')) === code)) fault('shown', `${id} ${status}`, `no example shows ${code}`);
      for (const { name, value } of examples) {
        const message = text(own(value, 'error'));
        const isKnown = messages.has(`${status} ${message}`) || (status === '500' && /^Failed to [a-z ]+$/.test(message));
        if (isPrescribed && !isKnown) fault('text', `${id} ${status} ${name}`, `"${message}" is not what ${status} says`);
        if (!isPrescribed && !codes.includes(text(own(value, 'code'))))
          fault('shown', `${id} ${status} ${name}`, 'the example has no code of this answer');
        if (own(value, 'details') !== undefined ? status !== '400' : status === '400')
          fault('details', `${id} ${status} ${name}`, 'details belong to 400, and to every 400');
      }
      if (!examples.length) fault('shown', `${id} ${status}`, 'no error is shown');
    }
  // Errors of employees and risks have no code, but they still have a kind.
  for (const { operation } of operations) list(own(operation, 'x-problems')).forEach((code) => usedCodes.add(text(code)));
  for (const [code, kind] of entries(own(document, 'x-problems'))) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code)) fault('code', code, 'a code is snake_case');
    for (const name of ['meaning', 'action'])
      if (!/^[A-Z`].*\.$/s.test(text(own(kind, name)))) fault('sentence', code, `${name} is no sentence`);
    if (!/^[A-Z0-9{][^\n]*[^.\n]$/.test(text(own(kind, 'error')))) fault('sentence', code, 'error is a message without a full stop');
    const members = entries(own(kind, 'example')).map(([name]) => name);
    const namedMembers = [...text(own(kind, 'error')).matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    // A person is told the state in words, and a program which states can follow on it.
    const unnamedMembers = own(kind, 'state') === undefined ? [] : ['from', 'allowed'];
    const namesMembers = namedMembers.every((name) => members.includes(name));
    if (!namesMembers || members.some((name) => !namedMembers.includes(name) && !unnamedMembers.includes(name)))
      fault('members', code, 'the example has what the message names, and nothing else but the states');
    if (members.some((name) => reservedMembers.includes(name))) fault('members', code, 'a member has a name that errors have already');
    if (!usedCodes.has(code) && !withoutOperation.includes(code)) fault('unused', code, 'no operation has this error');
  }
}

/** @returns the text of a kind of error with the values of its example */
function exampleText(kind: Json | undefined): string {
  return text(own(kind, 'error')).replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = own(own(kind, 'example'), name);
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
}
