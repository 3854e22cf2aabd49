/**
 * Routes and validates requests by the contract: finds the operation (plain-path.ts, routes.ts), admits the caller, and validates the
 * request (validators.ts). express-openapi-validator then explains why a request failed, or an answer if answers are checked
 * (rejection.ts).
 */
import type { Request, RequestHandler } from 'express';
import { operations } from '#generated/operations';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalidRequest, RefusalError } from '#platform/refusals/refusal';
import { hasPlainErrors, isOperationId, matchedOf } from './request-state.ts';
import { type AnswerValidator, type RequestValidator, createValidators, type OperationObject } from './validators.ts';
import { answerChecker, rejectionExplainer } from './rejection.ts';
import { itemsByValue } from './body-by-path.ts';
import { composeMiddleware } from './compose-middleware.ts';
import { requestNormalizer } from './normalize.ts';
import { isDecodable } from './parameters.ts';
import { checkPlainPath } from './plain-path.ts';
import { createRouteFinder } from './routes.ts';
import type { OperationId } from './types.ts';
import type { Document } from './document.ts';

export interface GateOptions {
  readonly document: Document;
  /** Whether answers are validated too. */
  readonly validateResponses: boolean;
  /** Middleware between matching the operation and validating the request: authorization, and reading the body. */
  readonly admit: readonly RequestHandler[];
  /** Answers a valid request. */
  readonly answer: RequestHandler;
}

/** One path of the contract with its operations. */
interface PathPart {
  readonly methods: ReadonlyMap<
    string,
    {
      readonly id: OperationId;
      readonly getNormalizer: () => (req: Request) => void;
      readonly getRequestValidator: () => RequestValidator;
      readonly getAnswerValidator: () => AnswerValidator;
    }
  >;
  /** Answers a request that matches one of the operations. */
  readonly handle: RequestHandler;
  /** Rejects a request that matches none of the operations. */
  readonly refuse: RequestHandler;
}

/** The parts of a path, one of which handles a request. */
interface Choice {
  readonly allParts: readonly PathPart[];
  /** Selects the part for a request. @param values of the path parameters */
  readonly select: (values: Readonly<Record<string, string>>) => PathPart;
}

/** @returns the gate, and a function that compiles the check of every operation */
export function createGate({ document, validateResponses, admit, answer }: GateOptions): {
  readonly gate: RequestHandler;
  readonly warm: () => void;
} {
  const areas = Map.groupBy(Object.entries(document.paths), ([path]) => areaOf(path));
  const aliasedAreas = new Set([...areas].filter(([, paths]) => paths.some(([, item]) => 'servers' in item)).map(([area]) => area));
  const getValidators = lazy(() => createValidators(document.components));

  function createPathPart(path: string, item: object): PathPart {
    const explainerInput = [document, path, item, aliasedAreas.has(areaOf(path))] as const;
    const [rejection, answerCheck] = [lazy(() => rejectionExplainer(...explainerInput)), lazy(() => answerChecker(...explainerInput))];
    const pathParameters = 'parameters' in item && Array.isArray(item.parameters) ? item.parameters : [];
    const methods = new Map(
      Object.entries(item).flatMap(([method, operation]) =>
        isOperation(operation)
          ? [
              [
                method.toUpperCase(),
                {
                  id: operation.operationId,
                  getNormalizer: lazy(() => requestNormalizer(operation, pathParameters, document.components)),
                  getRequestValidator: lazy(() => getValidators().request(operation, pathParameters)),
                  getAnswerValidator: lazy(() => getValidators().answer(operation)),
                },
              ] as const,
            ]
          : [],
      ),
    );
    const check: RequestHandler = (req, res, next) => {
      const method = methods.get(req.method);
      method?.getNormalizer()(req);
      if (method?.getRequestValidator()(req, matchedOf(req).path)) return next();
      rejection().refuse(req, res, next);
    };
    /** Runs first, because it also checks the answers of the other middleware. */
    const checkAnswer: RequestHandler = (req, res, next) => {
      const sendJson = res.json.bind(res);
      res.json = (body: unknown) => {
        res.json = sendJson;
        const [type = ''] = String(res.getHeader('Content-Type') ?? 'application/json').split(';', 1);
        if (methods.get(req.method)?.getAnswerValidator()(res.statusCode, type, body)) return sendJson(body);
        answerCheck()(req, res, (error?: unknown) => (error === undefined ? void res.json(body) : next(error)));
        return res;
      };
      next();
    };
    return {
      methods,
      handle: composeMiddleware([...(validateResponses ? [checkAnswer] : []), ...admit, check, answer]),
      refuse: (req, res, next) => rejection().match(req, res, next),
    };
  }

  /** Returns the parts of a path: one, or one for each value of the parameter that selects the body. */
  function createChoice(path: string, item: object): Choice {
    const byValue = itemsByValue(item);
    const defaultPart = createPathPart(path, item);
    const parts = new Map([...(byValue?.items ?? [])].map(([value, itemForValue]) => [value, createPathPart(path, itemForValue)]));
    const selectPart = (values: Readonly<Record<string, string>>) => (byValue && parts.get(values[byValue.parameter] ?? '')) ?? defaultPart;
    return { allParts: [defaultPart, ...parts.values()], select: selectPart };
  }

  const choices = Object.entries(document.paths).map(([path, item]) => [path, createChoice(path, item)] as const);
  const findRoute = createRouteFinder(choices);

  return {
    warm: () => {
      for (const { methods } of choices.flatMap(([, { allParts }]) => allParts))
        for (const { getNormalizer, getRequestValidator } of methods.values()) {
          getNormalizer();
          getRequestValidator();
        }
    },
    gate(req, res, next) {
      checkPlainPath(req);
      const { path: requestPath } = req;
      const isAlias = requestPath.startsWith('/api/v1/');
      const path = isAlias ? requestPath.slice(4) : requestPath;
      const area = areaOf(path);
      if (isAlias ? !aliasedAreas.has(area) : !areas.has(area)) return next();
      req.requestState.problems = !hasPlainErrors(path);
      const route = findRoute(path);
      if (!route) return next();
      // The contract has no HEAD. Node has already noted that the answer has no body.
      if (req.method === 'HEAD') req.method = 'GET';
      if (!route.values.every(isDecodable))
        throw new RefusalError(invalidRequest(fieldErrors.unreadable('the path is not percent-encoded UTF-8')));
      const values = route.values.map(decodeURIComponent);
      const parameters = Object.fromEntries(route.names.map((name, index) => [name, values[index] ?? '']));
      const { methods, handle, refuse } = route.value.select(parameters);
      const operation = methods.get(req.method);
      if (!operation) return refuse(req, res, next);
      req.requestState.matched = { id: operation.id, operation: operations[operation.id], path: parameters };
      handle(req, res, next);
    },
  };
}

const areaOf = (path: string) => path.split('/', 3)[2] ?? '';

function isOperation(value: unknown): value is OperationObject & { readonly operationId: OperationId } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'operationId' in value &&
    typeof value.operationId === 'string' &&
    isOperationId(value.operationId)
  );
}

function lazy<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => (cached ??= { value: make() }).value;
}
