/**
 * Runs express-openapi-validator for one path: it explains why a request is invalid, and checks answers. It gets one path at a time because
 * each of its checks keeps the whole document and searches all its paths.
 */
import type { RequestHandler } from 'express';
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import { answerFormats, formats } from './formats.ts';
import type { Document } from './document.ts';
import { composeMiddleware } from './compose-middleware.ts';
import { assertNoBrackets, assertDecodable, assertStorable } from './parameters.ts';

/** The validator's form of a parsed document. */
type Spec = Awaited<Parameters<OpenApiValidator['installMiddleware']>[0]>;

const methods: readonly string[] = ['get', 'put', 'post', 'delete', 'patch'];

export interface RejectionExplainer {
  /** Matches the request. Rejects methods that the path does not have, and paths that cannot be decoded. */
  readonly match: RequestHandler;
  /** Runs after the body was read: rejects the request with the reason, or passes the request on with its parameters converted. */
  readonly refuse: RequestHandler;
}

/** @param isAliased whether the path also exists under /api (spec/conventions, 1) */
export function rejectionExplainer(document: Document, path: string, item: object, isAliased: boolean): RejectionExplainer {
  // Responses make up most of an operation, and the validator compiles them eagerly.
  const { match, request } = createMiddleware(documentForPath(document, path, withoutAnswers(item), isAliased), false);
  return {
    match: composeMiddleware(match),
    refuse: composeMiddleware([...match, assertDecodable, assertNoBrackets, ...request, assertStorable]),
  };
}

/** @returns middleware that treats an answer violating the contract as a server fault */
export function answerChecker(document: Document, path: string, item: object, isAliased: boolean): RequestHandler {
  const { match, response } = createMiddleware(documentForPath(document, path, item, isAliased), true);
  return composeMiddleware([...match, ...response]);
}

/** Groups the validator's middleware by purpose. */
function createMiddleware(spec: Spec, validateResponses: boolean) {
  // The loader is bypassed, because it would compile the OpenAPI schema again for each path.
  const steps = new OpenApiValidator({
    apiSpec: spec.apiDoc,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false },
    validateResponses: validateResponses && { allErrors: true },
    // The gate authorizes requests itself, before the body is read.
    validateSecurity: false,
    fileUploader: false,
    formats: validateResponses ? { ...answerFormats } : { ...formats },
  }).installMiddleware(Promise.resolve(spec));
  const requestIndex = steps.findIndex(({ name }) => name === 'requestMiddleware');
  const responseIndex = steps.findIndex(({ name }) => name === 'responseMiddleware');
  if (requestIndex < 0 || (validateResponses && responseIndex < 0))
    throw new Error('express-openapi-validator changed: its middleware was not found in the expected place');
  return {
    match: steps.slice(0, requestIndex),
    request: steps.slice(requestIndex, requestIndex + 1),
    response: steps.slice(responseIndex, responseIndex < 0 ? 0 : responseIndex + 1),
  };
}

function withoutAnswers(item: object): object {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, methods.includes(name) ? { ...value, responses: {} } : value]),
  );
}

/** Adapts the contract for the validator: a body that is not JSON passes unread, and a query may contain any character. */
function adaptForValidator(name: string, value: unknown): unknown {
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

/** Returns a document with only this path and the components that it references. It is a copy because the validator mutates it. */
function documentForPath(document: Document, path: string, item: object, isAliased: boolean): Spec {
  const components: Record<string, Record<string, unknown>> = { securitySchemes: { ...document.components.securitySchemes } };
  const collect = (value: unknown) => {
    if (value === null || typeof value !== 'object') return;
    if ('$ref' in value && typeof value.$ref === 'string') {
      const [kind = '', name = ''] = value.$ref.split('/').slice(-2);
      const copiedComponents = (components[kind] ??= {});
      if (copiedComponents[name] === undefined) collect((copiedComponents[name] = document.components[kind]?.[name]));
    }
    Object.values(value).forEach(collect);
  };
  collect(item);
  // Other members, such as `info` and `tags`, are left out, because they would be stored once per path.
  const commonMembers = Object.fromEntries(Object.entries(document).filter(([name]) => ['openapi', 'servers', 'security'].includes(name)));
  const basePaths = isAliased ? ['', '/api'] : [''];
  return {
    apiDoc: JSON.parse(JSON.stringify({ ...commonMembers, paths: { [path]: item }, components }, adaptForValidator)),
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
