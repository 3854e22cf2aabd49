/** Checks that each parameter has an example, except those whose value comes from an earlier answer or from the caller. */
import { type Contract, type Fault, own, text } from './document.ts';

/** From an example, a tool would send another organization, an outdated version, the cursor of another list or ids of other records. */
const parametersWithoutExample: readonly string[] = ['X-Organization-Id', 'Idempotency-Key', 'cursor', 'ids', 'If-Match', 'If-None-Match'];

export function checkParameters({ operations }: Contract, fault: Fault): void {
  for (const parameter of new Set(operations.flatMap(({ parameters }) => parameters))) {
    const name = text(own(parameter, 'name'));
    const hasExample = own(parameter, 'example') !== undefined || own(parameter, 'examples') !== undefined;
    const needsNoExample = parametersWithoutExample.includes(name);
    if (hasExample === needsNoExample)
      fault('parameter-example', name, needsNoExample ? 'has an example, which no request can use' : 'has no example');
  }
}
