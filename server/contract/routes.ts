/** Finds the contract path for a URL path, in time independent of the number of paths. */
import { isDecodable } from './parameters.ts';

interface Step<T> {
  readonly fixed: Map<string, Step<T>>;
  variable?: Step<T>;
  end?: { readonly names: readonly string[]; readonly value: T };
}

/** `values` are the path segments matched by parameters, as received. */
export interface FoundRoute<T> {
  readonly value: T;
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/**
 * @param paths templates, such as `/v1/risks/{id}`, and their values
 * @returns a lookup by the exact path of a URL; fixed segments take precedence over parameters
 */
export function createRouteFinder<T>(paths: Iterable<readonly [string, T]>): (path: string) => FoundRoute<T> | undefined {
  const root: Step<T> = { fixed: new Map() };
  for (const [template, value] of paths) {
    const names: string[] = [];
    let step = root;
    for (const segment of template.split('/').slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name !== undefined) names.push(name);
      const next = (name === undefined ? step.fixed.get(segment) : step.variable) ?? { fixed: new Map() };
      if (name === undefined) step.fixed.set(segment, next);
      else step.variable = next;
      step = next;
    }
    step.end = { names, value };
  }
  return (path) => {
    const segments = path.split('/');
    return findFrom(root, segments, 1, segments.length, []);
  };
}

function findFrom<T>(
  step: Step<T>,
  segments: readonly string[],
  index: number,
  length: number,
  values: readonly string[],
): FoundRoute<T> | undefined {
  if (index === length) return step.end && { ...step.end, values };
  const segment = segments[index] ?? '';
  const fixed = step.fixed.get(segment);
  const route = fixed && findFrom(fixed, segments, index + 1, length, values);
  if (route ?? (!step.variable || segment === '' || isEncodedName(step, segment))) return route;
  return findFrom(step.variable, segments, index + 1, length, [...values, segment]);
}

/** A proxy may decode `%6De` to `me` and a server may not, so an encoded name matches neither the fixed segment nor a parameter. */
function isEncodedName<T>({ fixed }: Step<T>, segment: string): boolean {
  return segment.includes('%') && isDecodable(segment) && fixed.has(decodeURIComponent(segment));
}
