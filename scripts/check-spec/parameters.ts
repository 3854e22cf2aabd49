/** Checks that each parameter has an example, except those whose value comes from an earlier answer or from the caller. */
import { type Contract, type Fault, own, text } from './document.ts';

/** Tools that fill requests with examples would name a foreign organization, an outdated version or a cursor of another list. */
const parametersWithoutExample: readonly string[] = ['X-Organization-Id', 'Idempotency-Key', 'cursor', 'If-Match', 'If-None-Match'];

export function checkParameters({ operations }: Contract, fault: Fault): void {
  for (const parameter of new Set(operations.flatMap(({ parameters }) => parameters))) {
    const name = text(own(parameter, 'name'));
    const hasExample = own(parameter, 'example') !== undefined || own(parameter, 'examples') !== undefined;
    const isProtocol = parametersWithoutExample.includes(name);
    if (hasExample === isProtocol)
      fault('parameter-example', name, isProtocol ? 'has an example, which no request can use' : 'has no example');
  }
}
