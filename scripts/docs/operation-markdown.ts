/** An operation as Markdown, for readers without a browser and for language models. */
import {
  type Answer,
  type Document,
  type Example,
  type Json,
  type Media,
  nameIn,
  type Parameter,
  type PlacedOperation,
  resolveReference,
  type Schema,
} from './contract.ts';
import { permissionOf } from './permission.ts';
import { samplesOf } from './samples/index.ts';

/** The languages of the fences around samples. */
const fences: Readonly<Record<string, string>> = { curl: 'sh', TypeScript: 'ts', Python: 'python' };

/** @returns the page of an operation: its description, parameters, fields, answers and samples */
export function operationMarkdown(document: Document, placed: PlacedOperation): string {
  const { path, method, operation, parameters } = placed;
  const { requestBody } = operation;
  return [
    `# ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\` (operation \`${operation.operationId}\`)`,
    operation.description.trim(),
    permissionOf(operation),
    ...section('Parameters', parameterRows(document, parameters)),
    ...(requestBody
      ? ['## Request body', ...Object.entries(requestBody.content).flatMap(([type, media]) => mediaParts(document, type, media))]
      : []),
    '## Responses',
    ...Object.entries(operation.responses).flatMap(([status, answer]) =>
      answerParts(document, status, resolveReference(document.components.responses, answer)),
    ),
    '## Samples',
    ...samplesOf(document, placed).flatMap(({ label, source }) => [`### ${label}`, fenced(fences[label] ?? '', source)]),
    '',
  ].join('\n\n');
}

function section(title: string, rows: readonly string[]): string[] {
  return rows.length ? [`## ${title}`, rows.join('\n')] : [];
}

function parameterRows(document: Document, parameters: readonly Parameter[]): string[] {
  return parameters.map(
    ({ name, in: place, required, description = '', schema }) =>
      `- \`${name}\` (${place}, ${typeOf(document, schema)}${required ? ', required' : ''}): ${inOneLine(description)}`,
  );
}

/** A success has its fields and examples. An error has its codes and messages, because its form is that of every error. */
function answerParts(document: Document, status: string, { description = '', content = {} }: Answer): string[] {
  const head = [`### ${status}`, inOneLine(description)];
  if (Number(status) < 400) return [...head, ...Object.entries(content).flatMap(([type, media]) => mediaParts(document, type, media))];
  const errors = Object.values(content['application/json']?.examples ?? {}).map((example) => {
    const { code, error }: { code?: string; error?: string } = Object(resolveReference(document.components.examples, example).value);
    return `- ${code === undefined ? '' : `\`${code}\`: `}${error ?? ''}`;
  });
  return [...head, ...(errors.length ? [[...new Set(errors)].join('\n')] : [])];
}

/** The fields and the examples of a body. */
function mediaParts(document: Document, type: string, { schema, examples = {} }: Media): string[] {
  const fields = schema ? fieldRows(document, schema) : [];
  const shownExamples = Object.values(examples).flatMap((example) => exampleParts(document, example));
  return [`As \`${type}\`:`, ...(fields.length ? [fields.join('\n')] : []), ...shownExamples];
}

function exampleParts(document: Document, example: Example): string[] {
  const { summary, value } = resolveReference(document.components.examples, example);
  if (value === undefined) return [];
  return [...(summary === undefined ? [] : [`Example: ${summary}`]), fenced('json', JSON.stringify(value, null, 2))];
}

/** One row for each field of an object, and of the items of a list. A row names the schema of an inner object, and lists its fields once. */
function fieldRows(document: Document, schema: Schema, indent = '', seen: readonly Schema[] = []): string[] {
  const resolved = resolveReference(document.components.schemas, schema);
  if (seen.includes(resolved)) return [];
  const path = [...seen, resolved];
  const parts = [
    ...(resolved.allOf ?? []),
    ...(resolved.oneOf ?? []),
    ...(resolved.anyOf ?? []),
    ...(resolved.items ? [resolved.items] : []),
  ];
  const ownRows = Object.entries(resolved.properties ?? {}).flatMap(([name, property]) => {
    const { description } = { ...resolveReference(document.components.schemas, property), ...property };
    const row = `${indent}- \`${name}\` (${typeOf(document, property)})${description === undefined ? '' : `: ${inOneLine(description)}`}`;
    return [row, ...fieldRows(document, property, `${indent}  `, path)];
  });
  return [...ownRows, ...parts.flatMap((part) => fieldRows(document, part, indent, path))];
}

function typeOf(document: Document, schema: Schema): string {
  const {
    type,
    enum: values,
    const: constant,
    items,
    format,
    anyOf,
    oneOf,
  } = { ...resolveReference(document.components.schemas, schema), ...schema };
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value: Json) => `\`${String(value)}\``).join(' | ');
  const alternatives = anyOf ?? oneOf;
  if (type === undefined && alternatives) return [...new Set(alternatives.map((one) => typeOf(document, one)))].join(' | ');
  const names = [type ?? (schema.$ref === undefined ? 'any' : nameIn(schema.$ref))]
    .flat()
    .map((name) => (name === 'array' && items ? `list of ${typeOf(document, items)}` : name));
  return names.join(' | ') + (format === undefined ? '' : `, ${format}`);
}

/** @returns the text without line breaks, for a row of a list */
export const inOneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

/** A fence that the text does not contain. */
function fenced(language: string, text: string): string {
  const fence = text.includes('```') ? '````' : '```';
  return `${fence}${language}\n${text}\n${fence}`;
}
