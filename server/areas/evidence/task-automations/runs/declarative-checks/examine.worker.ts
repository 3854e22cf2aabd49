/** A worker that applies paths, patterns and criteria to an untrusted document. */
import { createHash } from 'node:crypto';
import type { JSONValue } from 'json-p3';
import { joinBytes, type Work } from '#platform/workers/work';
import { createSecretHider } from '#platform/redaction/text/known-secrets';
import { redactText, redactValue } from '#platform/redaction/text/redact';
import { makeStorable, makeValueStorable } from '#providers/redaction';
import type { EvaluatedCriterion, Criterion, CheckResult } from './check.ts';
import { parseCriteriaLines } from './lines.ts';
import { holds } from './operators.ts';
import { PathFailed, parsePath } from './paths.ts';

/** The answer to a request, or JSON. The body or the JSON is passed to the worker in chunks. */
type Source =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Names are lowercase. */
      readonly headers: Readonly<Record<string, string>>;
      readonly hasBody: boolean;
      readonly isJson: boolean;
    }
  | { readonly kind: 'json' };

interface Input {
  readonly source: Source;
  readonly extract: Readonly<Record<string, string>>;
  /** Criteria, or their text form. */
  readonly criteria: readonly Criterion[] | string;
  /** Values that must not appear in the result. */
  readonly secrets: readonly string[];
  /** Ms since 1970. */
  readonly now: number;
}

/** A summary of the body of an answer. */
export interface Content {
  readonly size: number;
  readonly sha256: string;
  readonly excerpt: string;
  readonly truncated: boolean;
}

export type Examination = (CheckResult & { readonly content: Content | undefined }) | { readonly fault: string };

const limits = { excerpt: 65_536, value: 4_000, found: 1_000 } as const;

/** @returns the result as JSON */
const examine: Work<Input, Uint8Array> = async (input, parts) => [JSON.stringify(examineParts(input, parts))];

function examineParts({ source, extract, criteria: given, secrets, now }: Input, parts: readonly Uint8Array[]): Examination {
  const bytes = joinBytes(parts);
  const hide = createSecretHider(secrets);
  const redact = (value: unknown) => redactValue(makeValueStorable(value));
  try {
    const criteria = typeof given === 'string' ? parseCriteriaLines(given) : { criteria: given };
    if ('fault' in criteria) return { fault: criteria.fault };
    const text = new TextDecoder().decode(bytes);
    // Hidden before criteria are applied, because the result of a pattern would reveal something about a secret.
    const document = withoutSecrets(documentOf(source, text));
    const nodesAt = (path: string) => {
      const found = parsePath(path);
      if (!found) throw new PathFailed(`The path ${path} cannot be read`);
      return { isSingular: found.isSingular, nodes: found.findValues(document) };
    };
    const values = Object.entries(extract).flatMap(([name, path]) => {
      const { isSingular, nodes } = nodesAt(path);
      if (isSingular && !nodes.length) return [];
      return [[name, cutValue(valueNamed(name, isSingular ? nodes[0] : nodes))] as const];
    });
    const applied = criteria.criteria.map((criterion): EvaluatedCriterion => {
      const { isSingular, nodes } = nodesAt(criterion.path);
      const found = nodes.length ? JSON.stringify(redact(isSingular ? nodes[0] : nodes)) : null;
      return { ...criterion, holds: holds(criterion, nodes, now), found: found && truncate(found, limits.found) };
    });
    return { values: Object.fromEntries(values), criteria: applied, content: contentOf() };

    /** Hides a value whose name indicates a secret. */
    function valueNamed(name: string, value: unknown): unknown {
      const named = redact({ [name]: value });
      return Object.values(Object(named))[0];
    }
    function withoutSecrets(whole: JSONValue): JSONValue {
      return secrets.length ? parseJson(JSON.stringify(hide.value(whole))) : whole;
    }
    function contentOf(): Content | undefined {
      if (source.kind === 'json') return undefined;
      // Secrets are hidden before the text is cut, because part of a secret would not be recognized.
      const hidden = hide.text(text);
      const safe = makeStorable(redactText(truncate(hidden, 2 * limits.excerpt)));
      const excerpt = truncate(safe, limits.excerpt).toWellFormed();
      return {
        size: bytes.length,
        // The hash of a text with a secret would allow guessing the secret.
        sha256: createHash('sha256')
          .update(hidden === text ? bytes : hidden)
          .digest('hex'),
        excerpt,
        truncated: excerpt.length < safe.length || text.length > 2 * limits.excerpt,
      };
    }
  } catch (error) {
    if (error instanceof PathFailed) return { fault: hide.text(error.message) };
    // The value is nested so deeply that it exceeded the stack.
    if (error instanceof RangeError) return { fault: 'The document is nested too deep' };
    throw error;
  }
}

function documentOf(source: Source, text: string): JSONValue {
  if (source.kind === 'json') return parseJson(text) ?? null;
  const { status, headers, hasBody, isJson } = source;
  const body = isJson ? parseJson(text) : undefined;
  return { status, headers: { ...headers }, body: hasBody ? (body === undefined ? text : body) : null };
}

function parseJson(text: string): JSONValue {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value that is too long is replaced by the beginning of its JSON. */
function cutValue(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text.length > limits.value ? truncate(text, limits.value) : value;
}

function truncate(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

export default examine;
