/** Each error says what its status says, in the envelope of its area (spec/conventions, 5). */
import { texts } from '../../server/platform/refusals/texts.ts';
import { isGiven } from '../complete-contract/given.ts';
import { type Contract, entries, type Fault, type Json, list, own, text } from './document.ts';

const particular: Readonly<Record<string, RegExp>> = { 404: /^[A-Z][A-Za-z ]* not found$/, 500: /^Failed to [a-z ]+$/ };

export function checkErrors({ operations, at }: Contract, fault: Fault): void {
  const seen = new Set<Json | undefined>();
  for (const { id, operation } of operations)
    for (const [status, answer] of entries(own(operation, 'responses'))) {
      const media = at(answer, 'content');
      if (Number(status) < 400) continue;
      // Who accepts problems is never told 406.
      const without = status === '406' || isGiven(text(list(own(operation, 'tags'))[0]));
      if (text(own(own(own(media, 'application/json'), 'schema'), '$ref')) !== `#/components/schemas/${without ? 'GivenError' : 'Error'}`)
        fault('envelope', `${id} ${status}`, 'employees and risks answer with GivenError, all others with Error');
      if ((own(media, 'application/problem+json') === undefined) !== without)
        fault('problem', `${id} ${status}`, 'problem+json is for all areas but employees and risks');
      if (seen.has(own(answer, '$ref') ?? answer)) continue;
      seen.add(own(answer, '$ref') ?? answer);
      const said = entries(own(own(media, 'application/json'), 'examples')).map(([name, example]) => ({
        name,
        value: own(at(example), 'value'),
      }));
      said.forEach(({ name, value }, index) => {
        const message = text(own(value, 'error'));
        // Without a credential there is no permission to be missing.
        const isOpen = status === '403' && own(operation, 'x-permission') === 'public';
        const fits =
          isOpen ||
          message === texts[Number(status)] ||
          particular[status]?.test(message) ||
          texts[Number(status)] === undefined ||
          (index > 0 && status !== '400');
        if (!message || !fits) fault('text', `${id} ${status} ${name}`, `"${message}" is not what ${status} says`);
        if ((status === '400') !== (own(value, 'details') !== undefined))
          fault('details', `${id} ${status} ${name}`, 'details belong to 400, and to every 400');
      });
      if (!said.length) fault('envelope', `${id} ${status}`, 'no error envelope');
    }
}
