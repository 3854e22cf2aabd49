/**
 * express-openapi-validator over one path of the contract: it says what is wrong with a request, and checks answers. One path, because
 * each of its checks holds the whole document that it is given, and it looks for a request's path among all of them.
 */
import type { RequestHandler } from 'express';
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import { formats } from './formats.ts';
import type { Document } from './document.ts';
import { composeMiddleware } from './compose-middleware.ts';
import { refuseBrackets, refuseUndecodable, refuseUnstorable } from './parameters.ts';

/** What the validator makes of a document once it has read it. */
type Spec = Awaited<Parameters<OpenApiValidator['installMiddleware']>[0]>;

const methods: readonly string[] = ['get', 'put', 'post', 'delete', 'patch'];

export interface RejectionExplainer {
  /** Finds out what the request is. Refuses what the path has no operation for, and what cannot be decoded. */
  readonly match: RequestHandler;
  /** After the body was read: refuses it by name, or lets it on with its parameters as the contract types them. */
  readonly refuse: RequestHandler;
}

/** @param aliased whether it also answers under /api, as on the application address */
export function rejectionExplainer(document: Document, path: string, item: object, aliased: boolean): RejectionExplainer {
  // What is answered makes up most of an operation, and is compiled as soon as the validator sees it.
  const { match, request } = stepsOf(partOf(document, path, withoutAnswers(item), aliased), false);
  return {
    match: composeMiddleware(match),
    refuse: composeMiddleware([...match, refuseUndecodable, refuseBrackets, ...request, refuseUnstorable]),
  };
}

/** @returns what stands before an answer: one that is not as the contract says is from then on a fault of ours */
export function answerChecker(document: Document, path: string, item: object, aliased: boolean): RequestHandler {
  const { match, response } = stepsOf(partOf(document, path, item, aliased), true);
  return composeMiddleware([...match, ...response]);
}

/** The steps of the validator, by what they do. */
function stepsOf(spec: Spec, validateResponses: boolean) {
  // The loader is left out, because it would compile the schema of OpenAPI again for each path.
  const steps = new OpenApiValidator({
    apiSpec: spec.apiDoc,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false },
    validateResponses: validateResponses && { allErrors: true },
    // Who may go on is ours to say, before the body is read.
    validateSecurity: false,
    fileUploader: false,
    formats: { ...formats },
  }).installMiddleware(Promise.resolve(spec));
  const request = steps.findIndex(({ name }) => name === 'requestMiddleware');
  const response = steps.findIndex(({ name }) => name === 'responseMiddleware');
  if (request < 0 || (validateResponses && response < 0))
    throw new Error('express-openapi-validator changed: its steps are not where they were');
  return {
    match: steps.slice(0, request),
    request: steps.slice(request, request + 1),
    response: steps.slice(response, response < 0 ? 0 : response + 1),
  };
}

function withoutAnswers(item: object): object {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, methods.includes(name) ? { ...value, responses: {} } : value]),
  );
}

/** How the validator is to see the contract: a body that is not JSON goes past unread, and a query may have any character anywhere. */
function adapted(name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('in' in value && value.in === 'query' && 'name' in value) return { ...value, allowReserved: true };
  const isBytes =
    name === 'requestBody' &&
    'content' in value &&
    typeof value.content === 'object' &&
    value.content !== null &&
    !('application/json' in value.content);
  return isBytes ? undefined : value;
}

/** The document with only this path and the components that it reaches. The validator mutates it, so it is a copy. */
function partOf(document: Document, path: string, item: object, aliased: boolean): Spec {
  const components: Record<string, Record<string, unknown>> = { securitySchemes: { ...document.components.securitySchemes } };
  const reach = (value: unknown) => {
    if (value === null || typeof value !== 'object') return;
    if ('$ref' in value && typeof value.$ref === 'string') {
      const [kind = '', name = ''] = value.$ref.split('/').slice(-2);
      const own = (components[kind] ??= {});
      if (own[name] === undefined) reach((own[name] = document.components[kind]?.[name]));
    }
    Object.values(value).forEach(reach);
  };
  reach(item);
  // Texts, and lists of what all areas have, would be held once a path.
  const general = Object.fromEntries(Object.entries(document).filter(([name]) => ['openapi', 'servers', 'security'].includes(name)));
  const basePaths = aliased ? ['', '/api'] : [''];
  return {
    apiDoc: JSON.parse(JSON.stringify({ ...general, paths: { [path]: item }, components }, adapted)),
    basePaths,
    routes: basePaths.flatMap((basePath) =>
      Object.keys(item)
        .filter((method) => methods.includes(method))
        .map((method) => ({
          basePath,
          openApiRoute: basePath + path,
          expressRoute: basePath + path.replace(/\{(\w+)\}/g, ':$1'),
          method: method.toUpperCase(),
          pathParams: [],
        })),
    ),
    serial: 0,
  };
}
