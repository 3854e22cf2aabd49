/** Adds the statuses that hold for every operation of a kind, so that nobody has to write them. What an operation says itself stays. */
import { type Document, nameIn, type Operation, operationsOf, type Parameter } from './document.ts';

/** Which of the shared answers goes where: the status, and whether an operation with these parameters has it. */
const rules: Readonly<Record<string, { readonly status: string; has(operation: Operation, parameters: ReadonlySet<string>): boolean }>> = {
  NotModified: { status: '304', has: (_operation, parameters) => parameters.has('If-None-Match') },
  ValidationFailed: { status: '400', has: () => true },
  Unauthorized: { status: '401', has: takesCredential },
  Forbidden: { status: '403', has: takesCredential },
  IdempotencyConflict: { status: '409', has: (_operation, parameters) => parameters.has('Idempotency-Key') },
  PreconditionFailed: { status: '412', has: (_operation, parameters) => parameters.has('If-Match') || parameters.has('If-None-Match') },
  BodyTooLarge: { status: '413', has: ({ requestBody }) => requestBody !== undefined },
  UnsupportedMediaType: { status: '415', has: ({ requestBody }) => requestBody !== undefined },
  IdempotencyMismatch: { status: '422', has: (_operation, parameters) => parameters.has('Idempotency-Key') },
  TooManyRequests: { status: '429', has: () => true },
  InternalError: { status: '500', has: () => true },
  Unavailable: { status: '503', has: () => true },
};

/** @param document with the shared answers among its components; one that is missing is added nowhere, and scripts/check-spec.ts says so */
export function addStatuses(document: Document): void {
  const { responses } = document.components;
  for (const item of Object.values(document.paths)) {
    for (const operation of operationsOf(item)) {
      const parameters = new Set(
        [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) => nameOf(document, parameter)),
      );
      for (const [name, { status, has }] of Object.entries(rules)) {
        if (responses[name] && has(operation, parameters)) operation.responses[status] ??= { $ref: `#/components/responses/${name}` };
      }
    }
  }
}

function takesCredential({ security }: Operation): boolean {
  return security === undefined || security.length > 0;
}

function nameOf({ components }: Document, parameter: Parameter): string {
  const { name = '' } = parameter.$ref === undefined ? parameter : (components.parameters[nameIn(parameter.$ref)] ?? {});
  return name;
}
