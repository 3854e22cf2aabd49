/** No two paths match the same request, unless the fixed segment of one can never be an id of the other or is excluded by its parameter. */
import { type Contract, type Fault, list, own, text } from './document.ts';

const isParameter = (step: string) => step.startsWith('{');

export function checkPaths({ operations }: Contract, fault: Fault): void {
  for (const [index, one] of operations.entries())
    for (const other of operations.slice(0, index)) {
      if (one.method !== other.method || one.path === other.path) continue;
      const [left, right] = [one.path.split('/'), other.path.split('/')];
      if (left.length !== right.length) continue;
      const differing = left.flatMap((step, place) => (step === right[place] ? [] : [{ left: step, right: right[place] ?? '' }]));
      const crossed = differing.some((pair) => isParameter(pair.left)) && differing.some((pair) => isParameter(pair.right));
      if (crossed && differing.every((pair) => canMatch(pair.left, one, pair.right) && canMatch(pair.right, other, pair.left)))
        fault('ambiguous', one.id, `its path may be that of ${other.id}`);
    }
}

function canMatch(step: string, { parameters }: Contract['operations'][number], literal: string): boolean {
  if (!isParameter(step)) return isParameter(literal);
  const parameter = parameters.find((one) => `{${text(own(one, 'name'))}}` === step);
  const example = text(own(parameter, 'example'));
  const isExcluded = list(own(own(own(parameter, 'schema'), 'not'), 'enum')).includes(literal);
  return isParameter(literal) || (!isExcluded && !/^[a-z_]+_[0-9a-f]{24}$/.test(example));
}
