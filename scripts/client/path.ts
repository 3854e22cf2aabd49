import { hidingTemplates } from '../../generated/hiding-templates.ts';

/**
 * Builds the path of a call. Each parameter fills one segment, so that no value can lead to another operation.
 * @param template such as `/v1/risks/{id}` @throws TypeError that names a parameter without a usable value
 */
export function pathOf(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  const name = nameOfHiddenParameter(template, values);
  if (name !== undefined)
    throw new TypeError(
      `The path parameter ${JSON.stringify(name)} must not be ${JSON.stringify(values[name])}, which names another operation`,
    );
  const path = template.replace(/\{([^{}]*)\}/g, (_all, name: string) => encodeURIComponent(segmentOf(name, values[name])));
  const fault = findFault(path);
  if (fault !== undefined) throw new TypeError(`The path ${JSON.stringify(template)} ${fault}`);
  return path;
}

function segmentOf(name: string, value: unknown): string {
  const fault =
    typeof value === 'string' || Number.isFinite(value) ? findSegmentFault(decodeFully(String(value))) : 'must be a string or a number';
  if (fault === undefined) return String(value);
  throw new TypeError(`The path parameter ${JSON.stringify(name)} ${fault}`);
}

function findFault(path: string): string | undefined {
  if (!path.startsWith('/')) return 'must begin with a slash';
  if (/[{}]/.test(path)) return 'has a parameter without a value';
  // `fetch` treats a backslash as a slash, removes tabs and line breaks, and ends the path at a question mark or a hash.
  if (/[\\?#\s\p{Cc}]/u.test(path)) return 'must not contain a backslash, question mark, hash or white space';
  return path
    .split('/')
    .slice(1)
    .map((segment) => findSegmentFault(decodeFully(segment)))
    .find((fault) => fault !== undefined);
}

function findSegmentFault(text: string): string | undefined {
  if (/[/\\]/.test(text)) return 'must not contain a slash or backslash in a segment';
  // Some parsers drop spaces and control characters, which may leave nothing or a dot segment.
  const remainingText = text.replace(/[\s\p{Cc}]/gu, '');
  if (remainingText === '') return 'must not be empty';
  // Some servers treat `..;a=b` as `..`.
  return /^\.\.?(?:;|$)/.test(remainingText) ? 'must not be a dot segment' : undefined;
}

/** Decodes until nothing changes, because proxies may decode more than once. */
function decodeFully(text: string): string {
  const once = text.replace(/%[0-7][\da-f]/gi, decodeURIComponent);
  return once === text ? text : decodeFully(once);
}

/** @returns the name of a parameter whose value makes the path one of another operation, as `bulk` does in `/v1/tasks/{taskId}` */
function nameOfHiddenParameter(template: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const segments = template.split('/');
  const parameters = segments.map((segment) => /^\{(.*)\}$/.exec(segment)?.[1]);
  const filledSegments = segments.map((segment, index) => {
    const name = parameters[index];
    return name === undefined ? segment : decodeFully(String(values[name]));
  });
  for (const hidingTemplate of hidingTemplates) {
    const hidingSegments = hidingTemplate.split('/');
    // At the first difference, the path with the fixed segment takes precedence.
    const firstDifference = hidingSegments.findIndex((segment, index) => segment.startsWith('{') !== (parameters[index] !== undefined));
    const name = parameters[firstDifference];
    if (name === undefined || hidingSegments.length !== segments.length) continue;
    if (hidingSegments.every((segment, index) => segment.startsWith('{') || segment === filledSegments[index])) return name;
  }
  return undefined;
}
