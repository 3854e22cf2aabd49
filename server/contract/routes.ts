/** Which path of the contract an address is, in a time that does not grow with the number of paths. */

interface Step<T> {
  readonly fixed: Map<string, Step<T>>;
  variable?: Step<T>;
  end?: { readonly names: readonly string[]; readonly value: T };
}

/** `values` are the segments in the place of parameters, as they were sent. */
export interface Found<T> {
  readonly value: T;
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/**
 * @param paths templates, such as `/v1/risks/{id}`, and what is found under them
 * @returns finds it by the path of an address, with or without a slash at its end; a fixed segment goes before a parameter
 */
export function routesOf<T>(paths: Iterable<readonly [string, T]>): (path: string) => Found<T> | undefined {
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
    return find(root, segments, 1, segments.length - (segments.at(-1) === '' && segments.length > 2 ? 1 : 0), []);
  };
}

function find<T>(step: Step<T>, segments: readonly string[], at: number, length: number, values: readonly string[]): Found<T> | undefined {
  if (at === length) return step.end && { ...step.end, values };
  const segment = segments[at] ?? '';
  const fixed = step.fixed.get(segment);
  const found = fixed && find(fixed, segments, at + 1, length, values);
  if (found ?? (!step.variable || segment === '')) return found;
  return find(step.variable, segments, at + 1, length, [...values, segment]);
}
