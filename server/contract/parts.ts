/** The contract as a gate, cut into parts by the first path segment after the version, each made on first use. */
import express, { type Request, type RequestHandler, type Router } from 'express';
import * as validator from 'express-openapi-validator';
import { operations } from '../../generated/operations.ts';
import { isOperationId } from './exchange.ts';
import { formats } from './formats.ts';
import { refuseBrackets, refuseUnstorable } from './parameters.ts';

type Options = Parameters<typeof validator.middleware>[0];

export interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Gate {
  readonly document: Document;
  /** Whether answers are checked too. */
  readonly validateResponses: boolean;
  /** Between the match of the operation and the check of the request: who may go on, and the body. */
  readonly admit: readonly RequestHandler[];
  /** What answers a request that fits the contract. */
  readonly answer: RequestHandler;
}

/** What express-openapi-validator leaves on a request. */
type Matched = Request & { openapi?: { pathParams: Record<string, string>; schema: { operationId?: string } } };

/** @returns the gate, and a function that makes all of its parts */
export function contractParts({ document, ...gate }: Gate): { readonly gate: RequestHandler; readonly warm: () => void } {
  const paths = Map.groupBy(Object.entries(document.paths), ([path]) => segmentOf(path));
  const parts = new Map<string, { readonly router: Router; readonly problems: boolean }>();
  function partAt(segment: string) {
    const known = parts.get(segment);
    const own = paths.get(segment);
    if (known ?? !own) return known;
    const ids = new Set<string>(own.map(([path]) => path));
    const part = { router: routerOf(document, Object.fromEntries(own), gate), problems: Object.values(operations).some((operation) => ids.has(operation.path) && operation.problems) };
    parts.set(segment, part);
    return part;
  }
  return {
    warm: () => { for (const segment of paths.keys()) partAt(segment); },
    gate(req, res, next) {
      const path = req.path.toLowerCase();
      const aliased = path.startsWith('/api/v1/');
      const segment = segmentOf(aliased ? path.slice(4) : path);
      if (aliased && !paths.get(segment)?.some(([, item]) => 'servers' in item)) return next();
      const part = partAt(segment);
      if (!part) return next();
      req.exchange.problems = part.problems;
      // The validator knows no HEAD. Node has already noted that the answer carries no body.
      if (req.method === 'HEAD') req.method = 'GET';
      part.router(req, res, next);
    },
  };
}

const segmentOf = (path: string) => path.split('/', 3)[2] ?? '';

function routerOf(document: Document, paths: Document['paths'], { validateResponses, admit, answer }: Omit<Gate, 'document'>): Router {
  const router = express.Router();
  const steps = validator.middleware({
    apiSpec: partOf(document, paths),
    validateApiSpec: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: false },
    validateResponses: validateResponses && { allErrors: true },
    // Who may go on is ours to say, before the body is read.
    validateSecurity: false,
    fileUploader: false,
    formats: { ...formats },
  });
  const request = steps.findIndex(({ name }) => name === 'requestMiddleware');
  const response = steps.findIndex(({ name }) => name === 'responseMiddleware');
  if (request < 0 || (validateResponses && response < 0)) throw new Error('express-openapi-validator changed: its steps are not where they were');
  // The check of answers stands first, because it also listens to the answers of what comes after it.
  router.use(...steps.slice(0, request), noteMatch, ...(response < 0 ? [] : steps.slice(response, response + 1)), ...admit, refuseBrackets, ...steps.slice(request, request + 1), refuseUnstorable, answer);
  return router;
}

const noteMatch: RequestHandler = (req: Matched, _res, next) => {
  const { pathParams: path = {}, schema } = req.openapi ?? {};
  const id = schema?.operationId;
  if (!isOperationId(id)) throw new Error(`${req.method} ${req.path} matched no operation`);
  req.exchange.matched = { id, operation: operations[id], path };
  next();
};

/** A body that is not JSON is not the validator's: it goes past unread. */
function withoutBytes(name: string, value: unknown): unknown {
  const isBytes = name === 'requestBody' && typeof value === 'object' && value !== null && 'content' in value && typeof value.content === 'object' && value.content !== null && !('application/json' in value.content);
  return isBytes ? undefined : value;
}

/** The document with only these paths and the components they reach. The validator mutates it, so it is a copy. */
function partOf(document: Document, paths: Document['paths']): Options['apiSpec'] {
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
  reach(paths);
  // The host is not the gate's to judge. An area with a second server also answers under /api, as on the application address.
  const servers = Object.values(paths).some((item) => 'servers' in item) ? [{ url: '/' }, { url: '/api' }] : [{ url: '/' }];
  return JSON.parse(JSON.stringify({ ...document, servers, paths, components }, withoutBytes));
}
