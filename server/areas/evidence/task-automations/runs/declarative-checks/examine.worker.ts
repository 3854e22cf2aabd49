/** Worker that applies paths, patterns and criteria to an untrusted document. */
import { createHash } from 'node:crypto';
import type { JSONValue } from 'json-p3';
import { joinBytes, type Work } from '#platform/workers/work';
import { createSecretHider } from '#platform/redaction/text/known-secrets';
import { redactText, redactValue } from '#platform/redaction/text/redact';
import { makeStorable, makeValueStorable } from '#providers/redaction';
import type { EvaluatedCriterion, Criterion, CheckResult } from './check.ts';
import { parseCriteriaLines } from './lines.ts';
import { isCriterionTrue } from './operators.ts';
import { PathFailed, parsePath } from './paths.ts';

/** Describes the document: the response to a request, or JSON. The worker gets the body or the JSON in chunks. */
type Source =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** A map from the lowercase name of a header to its value. */
      readonly headers: Readonly<Record<string, string>>;
      readonly hasBody: boolean;
      readonly isJson: boolean;
    }
  | { readonly kind: 'json' };

interface Input {
  readonly source: Source;
  readonly extract: Readonly<Record<string, string>>;
  /** Parsed criteria, or criteria as text, one on each line. */
  readonly criteria: readonly Criterion[] | string;
  /** Values that must not appear in the result. */
  readonly secrets: readonly string[];
  /** The current time in milliseconds since 1970. */
  readonly now: number;
}

/** A summary of the body of a response. */
export interface Content {
  readonly size: number;
  readonly sha256: string;
  readonly excerpt: string;
  readonly truncated: boolean;
}

export type Examination = (CheckResult & { readonly content: Content | undefined }) | { readonly fault: string };

const limits = { excerpt: 65_536, value: 4_000, found: 1_000 } as const;

/** @returns the examination as JSON, in a list with one item */
const examine: Work<Input, Uint8Array> = async (input, parts) => [JSON.stringify(examineParts(input, parts))];

function examineParts({ source, extract, criteria: givenCriteria, secrets, now }: Input, parts: readonly Uint8Array[]): Examination {
  const bytes = joinBytes(parts);
  const secretHider = createSecretHider(secrets);
  const redact = (value: unknown) => redactValue(makeValueStorable(value));
  try {
    const parsed = typeof givenCriteria === 'string' ? parseCriteriaLines(givenCriteria) : { criteria: givenCriteria };
    if ('fault' in parsed) return { fault: parsed.fault };
    const text = new TextDecoder().decode(bytes);
    // Secrets are hidden before criteria are applied, because the result of a pattern could reveal part of a secret.
    const document = withoutSecrets(documentOf(source, text));
    const nodesAt = (path: string) => {
      const parsedPath = parsePath(path);
      if (!parsedPath) throw new PathFailed(`The path ${path} cannot be read`);
      return { isSingular: parsedPath.isSingular, nodes: parsedPath.findValues(document) };
    };
    const values = Object.entries(extract).flatMap(([name, path]) => {
      const { isSingular, nodes } = nodesAt(path);
      if (isSingular && !nodes.length) return [];
      return [[name, shortenValue(hideIfSecretName(name, isSingular ? nodes[0] : nodes))] as const];
    });
    const evaluatedCriteria = parsed.criteria.map((criterion): EvaluatedCriterion => {
      const { isSingular, nodes } = nodesAt(criterion.path);
      const foundJson = nodes.length ? JSON.stringify(redact(isSingular ? nodes[0] : nodes)) : null;
      return { ...criterion, holds: isCriterionTrue(criterion, nodes, now), found: foundJson && truncate(foundJson, limits.found) };
    });
    return { values: Object.fromEntries(values), criteria: evaluatedCriteria, content: summarizeBody() };

    /** @returns the value, or a redacted value if the name indicates a secret */
    function hideIfSecretName(name: string, value: unknown): unknown {
      const redactedObject = redact({ [name]: value });
      return Object.values(Object(redactedObject))[0];
    }
    function withoutSecrets(json: JSONValue): JSONValue {
      return secrets.length ? parseJson(JSON.stringify(secretHider.value(json))) : json;
    }
    function summarizeBody(): Content | undefined {
      if (source.kind === 'json') return undefined;
      // Secrets are hidden before the text is truncated, because a truncated secret would not be recognized.
      const textWithoutSecrets = secretHider.text(text);
      const redactedText = makeStorable(redactText(truncate(textWithoutSecrets, 2 * limits.excerpt)));
      const excerpt = truncate(redactedText, limits.excerpt).toWellFormed();
      return {
        size: bytes.length,
        // If the text contains a secret, its hash would allow guessing the secret. So the text without secrets is hashed.
        sha256: createHash('sha256')
          .update(textWithoutSecrets === text ? bytes : textWithoutSecrets)
          .digest('hex'),
        excerpt,
        truncated: excerpt.length < redactedText.length || text.length > 2 * limits.excerpt,
      };
    }
  } catch (error) {
    if (error instanceof PathFailed) return { fault: secretHider.text(error.message) };
    // The value is nested so deeply that the recursion exceeded the size of the stack.
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

/** @returns the value, or the beginning of its JSON if the value is too long */
function shortenValue(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text.length > limits.value ? truncate(text, limits.value) : value;
}

function truncate(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

export default examine;
