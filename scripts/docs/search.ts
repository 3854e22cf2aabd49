/** The search entries of the reference. The browser builds the index (page/search.js). */
import { type Document, operationsOf, resolveReference, type Schema } from './contract.ts';
import type { Reference } from './pages.ts';

export interface Entry {
  readonly kind: 'operation' | 'area' | 'guide' | 'workflow' | 'error';
  readonly title: string;
  readonly address: string;
  /** Method and path of an operation. */
  readonly path?: string;
  readonly id?: string;
  readonly text: string;
  /** Names of parameters, and of fields in bodies and answers. */
  readonly fields?: string;
  /** Statuses and codes of errors. */
  readonly errors?: string;
}

/** @returns entries for all pages of the reference, guides first */
export function entriesOf({ document, guides: { quickStart, others }, workflows, refusals, links }: Reference): Entry[] {
  const operations = operationsOf(document).map(({ path, method, operation, parameters }): Entry => {
    const { operationId, summary, description, requestBody, responses } = operation;
    const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    const media = [requestBody?.content, ...answers.map(([, answer]) => resolveReference(document.components.responses, answer).content)];
    const names = new Set(parameters.filter((parameter) => parameter.in !== 'header').map(({ name }) => name));
    for (const { schema } of media.flatMap((content) => Object.values(content ?? {}))) if (schema) fieldsIn(document, schema, names);
    const operationErrors = refusals.filter(({ operations: ids }) => ids.includes(operationId));
    const codes = operationErrors.flatMap(({ codes: codesOfStatus }) =>
      codesOfStatus.filter(({ operations: ids }) => ids.includes(operationId)).map(({ code }) => code),
    );
    return {
      kind: 'operation',
      title: summary,
      id: operationId,
      path: `${method.toUpperCase()} ${path}`,
      address: links.operation(operationId),
      text: description,
      fields: [...names].join(' '),
      errors: [...operationErrors.map(({ status }) => status), ...codes].join(' '),
    };
  });
  return [
    ...[quickStart, ...others].map(({ title, slug, text }): Entry => ({
      kind: 'guide',
      title,
      address: slug === quickStart.slug ? `index.html#${slug}` : links.guide(slug),
      text,
    })),
    ...workflows.map(({ workflow: { workflowId, summary, description, steps } }): Entry => ({
      kind: 'workflow',
      title: summary,
      address: links.workflow(workflowId),
      text: [description, ...steps.map((step) => step.description)].join('\n'),
    })),
    ...refusals.flatMap(({ status, phrase, codes }): Entry[] => [
      { kind: 'error', title: `${status} ${phrase}`, address: links.status(status), text: '' },
      ...codes.map(({ code, texts }): Entry => ({ kind: 'error', title: code, address: links.status(code), text: texts.join(' ') })),
    ]),
    ...document.tags.map(({ name, 'x-displayName': title, description }): Entry => ({
      kind: 'area',
      title,
      address: links.area(name),
      text: description,
    })),
    ...operations,
  ];
}

/** Adds the names of all properties at any depth. */
function fieldsIn(document: Document, schema: Schema, names: Set<string>, seen = new Set<Schema>()) {
  const resolvedSchema = resolveReference(document.components.schemas, schema);
  if (seen.has(resolvedSchema)) return;
  seen.add(resolvedSchema);
  for (const name of Object.keys(resolvedSchema.properties ?? {})) names.add(name);
  const { properties = {}, items, allOf = [], oneOf = [], anyOf = [] } = resolvedSchema;
  for (const part of [...Object.values(properties), ...(items ? [items] : []), ...allOf, ...oneOf, ...anyOf])
    fieldsIn(document, part, names, seen);
}
