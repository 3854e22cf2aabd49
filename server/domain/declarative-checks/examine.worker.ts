/** The work of a worker: paths, patterns and criteria over a document that somebody else has written. */
import { createHash } from 'node:crypto';
import type { JSONValue } from 'json-p3';
import { bytesIn, type Work } from '../../platform/workers/work.ts';
import { redactedText, redactedValue } from '../redaction/redact.ts';
import { storable, storableValue } from '../providers/redaction.ts';
import type { AppliedCriterion, Criterion, Examined } from './check.ts';
import { hider } from './hide.ts';
import { linesOf } from './lines.ts';
import { holds } from './operators.ts';
import { PathFailed, pathOf } from './paths.ts';

/** The answer to a request, whose body comes in parts; or JSON, which comes in parts. */
type Source =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** By lower-case name. */
      readonly headers: Readonly<Record<string, string>>;
      readonly hasBody: boolean;
      readonly isJson: boolean;
    }
  | { readonly kind: 'json' };

interface Input {
  readonly source: Source;
  readonly extract: Readonly<Record<string, string>>;
  /** Criteria, or their lines. */
  readonly criteria: readonly Criterion[] | string;
  /** What must not be in the result. */
  readonly secrets: readonly string[];
  /** Ms since 1970. */
  readonly now: number;
}

/** Of the body of an answer. */
export interface Content {
  readonly size: number;
  readonly sha256: string;
  readonly excerpt: string;
  readonly truncated: boolean;
}

export type Examination = (Examined & { readonly content: Content | undefined }) | { readonly fault: string };

const most = { excerpt: 65_536, value: 4_000, found: 1_000 } as const;

/** @returns the result as JSON */
const examine: Work<Input, Uint8Array> = async (input, parts) => [JSON.stringify(examination(input, parts))];

function examination({ source, extract, criteria: given, secrets, now }: Input, parts: readonly Uint8Array[]): Examination {
  const bytes = bytesIn(parts);
  const hide = hider(secrets);
  const shown = (value: unknown) => redactedValue(storableValue(hide.value(value)));
  try {
    const criteria = typeof given === 'string' ? linesOf(given) : { criteria: given };
    if ('fault' in criteria) return { fault: criteria.fault };
    const text = new TextDecoder().decode(bytes);
    const document = documentOf(source, text);
    const nodesAt = (path: string) => {
      const found = pathOf(path);
      if (!found) throw new PathFailed(`The path ${path} cannot be read`);
      return { isSingular: found.isSingular, nodes: found.valuesIn(document) };
    };
    const values = Object.entries(extract).flatMap(([name, path]) => {
      const { isSingular, nodes } = nodesAt(path);
      if (isSingular && !nodes.length) return [];
      return [[name, cutValue(valueNamed(name, isSingular ? nodes[0] : nodes))] as const];
    });
    const applied = criteria.criteria.map((criterion): AppliedCriterion => {
      const { isSingular, nodes } = nodesAt(criterion.path);
      const found = nodes.length ? JSON.stringify(shown(isSingular ? nodes[0] : nodes)) : null;
      return { ...criterion, holds: holds(criterion, nodes, now), found: found && cut(found, most.found) };
    });
    return { values: Object.fromEntries(values), criteria: applied, content: contentOf() };

    /** A name that says that the value is secret hides it. */
    function valueNamed(name: string, value: unknown): unknown {
      const named = shown({ [name]: value });
      return Object.values(Object(named))[0];
    }
    function contentOf(): Content | undefined {
      if (source.kind === 'json') return undefined;
      // Secrets are hidden before the text is cut, because half of one is not known as one.
      const safe = storable(redactedText(cut(hide.text(text), 2 * most.excerpt)));
      const excerpt = cut(safe, most.excerpt).toWellFormed();
      return {
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        excerpt,
        truncated: excerpt.length < safe.length || text.length > 2 * most.excerpt,
      };
    }
  } catch (error) {
    if (error instanceof PathFailed) return { fault: hide.text(error.message) };
    // The stack ends where values are nested too deep to be looked at.
    if (error instanceof RangeError) return { fault: 'The document is nested too deep' };
    throw error;
  }
}

function documentOf(source: Source, text: string): JSONValue {
  if (source.kind === 'json') return parsed(text) ?? null;
  const { status, headers, hasBody, isJson } = source;
  const body = isJson ? parsed(text) : undefined;
  return { status, headers: { ...headers }, body: hasBody ? (body === undefined ? text : body) : null };
}

function parsed(text: string): JSONValue {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value that is too long is kept as the beginning of its text. */
function cutValue(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text.length > most.value ? cut(text, most.value) : value;
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

export default examine;
