/** Checks that no request matches two paths: a fixed segment of one path must not be a possible id in the other path. */
import { type Contract, type Fault, list, own, text } from './document.ts';

const isParameter = (step: string) => step.startsWith('{');

export function checkPaths({ operations }: Contract, fault: Fault): void {
  for (const [index, operation] of operations.entries())
    for (const earlierOperation of operations.slice(0, index)) {
      if (operation.method !== earlierOperation.method || operation.path === earlierOperation.path) continue;
      const [left, right] = [operation.path.split('/'), earlierOperation.path.split('/')];
      if (left.length !== right.length) continue;
      const differingSegments = left.flatMap((step, place) => (step === right[place] ? [] : [{ left: step, right: right[place] ?? '' }]));
      // Each path has a parameter where the other one has a fixed segment. Otherwise, the path with the fixed segment takes precedence.
      const isCrossed =
        differingSegments.some((pair) => isParameter(pair.left)) && differingSegments.some((pair) => isParameter(pair.right));
      if (
        isCrossed &&
        differingSegments.every((pair) => canMatch(pair.left, operation, pair.right) && canMatch(pair.right, earlierOperation, pair.left))
      )
        fault('ambiguous', operation.id, `its path may be that of ${earlierOperation.id}`);
    }
}

/** @returns whether a segment of an operation's path can have this value of another path. Record ids cannot be fixed segments. */
function canMatch(step: string, { parameters }: Contract['operations'][number], literal: string): boolean {
  if (!isParameter(step)) return isParameter(literal);
  const parameter = parameters.find((candidate) => `{${text(own(candidate, 'name'))}}` === step);
  const example = text(own(parameter, 'example'));
  const isExcluded = list(own(own(own(parameter, 'schema'), 'not'), 'enum')).includes(literal);
  return isParameter(literal) || (!isExcluded && !/^[a-z_]+_[0-9a-f]{24}$/.test(example));
}
