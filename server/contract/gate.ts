/**
 * The contract as a gate. It finds the operation (routes.ts), lets in who may go on, and asks whether the request fits (validators.ts). A request
 * that is not found to is express-openapi-validator's to judge (rejection.ts), and so is such an answer, where answers are checked.
 */
import type { Request, RequestHandler } from 'express';
import { operations } from '../../generated/operations.ts';
import { invalidRequest, RefusalError } from '../platform/refusals/refusal.ts';
import { isGiven, isOperationId, matchedOf } from './request-state.ts';
import { type AnswerValidator, type RequestValidator, createValidators, type OperationObject } from './validators.ts';
import { answerChecker, rejectionExplainer } from './rejection.ts';
import { itemsByValue } from './body-by-path.ts';
import { composeMiddleware } from './compose-middleware.ts';
import { isDecodable } from './parameters.ts';
import { routesOf } from './routes.ts';
import type { OperationId } from './types.ts';
import type { Document } from './document.ts';

export interface Gate {
  readonly document: Document;
  /** Whether answers are checked too. */
  readonly validateResponses: boolean;
  /** Between the match of the operation and the check of the request: who may go on, and the body. */
  readonly admit: readonly RequestHandler[];
  /** What answers a request that fits the contract. */
  readonly answer: RequestHandler;
}

/** One path of the contract, with its operations. */
interface Part {
  readonly methods: ReadonlyMap<
    string,
    { readonly id: OperationId; readonly fits: () => RequestValidator; readonly answerFits: () => AnswerValidator }
  >;
  /** Answers a request that was matched to one of its operations. */
  readonly handle: RequestHandler;
  /** Refuses one that was not. */
  readonly refuse: RequestHandler;
}

interface Choice {
  readonly all: readonly Part[];
  /** @param values of the parameters in the path */
  readonly of: (values: Readonly<Record<string, string>>) => Part;
}

/** @returns the gate, and a function that prepares the check of every operation */
export function contractGate({ document, validateResponses, admit, answer }: Gate): {
  readonly gate: RequestHandler;
  readonly warm: () => void;
} {
  const areas = Map.groupBy(Object.entries(document.paths), ([path]) => segmentOf(path));
  const aliased = new Set([...areas].filter(([, paths]) => paths.some(([, item]) => 'servers' in item)).map(([area]) => area));
  const fitOf = lazy(() => createValidators(document.components));

  function partOf(path: string, item: object): Part {
    const place = [document, path, item, aliased.has(segmentOf(path))] as const;
    const [rejection, answerCheck] = [lazy(() => rejectionExplainer(...place)), lazy(() => answerChecker(...place))];
    const above = 'parameters' in item && Array.isArray(item.parameters) ? item.parameters : [];
    const methods = new Map(
      Object.entries(item).flatMap(([method, operation]) =>
        isOperation(operation)
          ? [
              [
                method.toUpperCase(),
                {
                  id: operation.operationId,
                  fits: lazy(() => fitOf().request(operation, above)),
                  answerFits: lazy(() => fitOf().answer(operation)),
                },
              ] as const,
            ]
          : [],
      ),
    );
    const check: RequestHandler = (req, res, next) => {
      if (methods.get(req.method)?.fits()(req, matchedOf(req).path)) return next();
      rejection().refuse(req, res, next);
    };
    /** Stands before all others, because it listens to their answers, too. */
    const checkAnswer: RequestHandler = (req, res, next) => {
      const json = res.json.bind(res);
      res.json = (body: unknown) => {
        res.json = json;
        const [type = ''] = String(res.getHeader('Content-Type') ?? 'application/json').split(';', 1);
        if (methods.get(req.method)?.answerFits()(res.statusCode, type, body)) return json(body);
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

  /** The parts of a path: one, or one for each value of the parameter that its bodies depend on. */
  function choiceOf(path: string, item: object): Choice {
    const byValue = itemsByValue(item);
    const whole = partOf(path, item);
    const parts = new Map([...(byValue?.items ?? [])].map(([value, narrowed]) => [value, partOf(path, narrowed)]));
    const of = (values: Readonly<Record<string, string>>) => (byValue && parts.get(values[byValue.parameter] ?? '')) ?? whole;
    return { all: [whole, ...parts.values()], of };
  }

  const choices = Object.entries(document.paths).map(([path, item]) => [path, choiceOf(path, item)] as const);
  const find = routesOf(choices);

  return {
    warm: () => {
      for (const { methods } of choices.flatMap(([, { all }]) => all)) for (const { fits } of methods.values()) fits();
    },
    gate(req, res, next) {
      spellPlainly(req);
      const { path: address } = req;
      const isAlias = address.startsWith('/api/v1/');
      const path = isAlias ? address.slice(4) : address;
      const area = segmentOf(path);
      if (isAlias ? !aliased.has(area) : !areas.has(area)) return next();
      req.requestState.problems = !isGiven(path);
      const found = find(path);
      if (!found) return next();
      // The contract knows no HEAD. Node has already noted that the answer carries no body.
      if (req.method === 'HEAD') req.method = 'GET';
      if (!found.values.every(isDecodable)) throw new RefusalError(invalidRequest({ _errors: ['the path is not percent-encoded UTF-8'] }));
      const values = found.values.map(decodeURIComponent);
      const named = Object.fromEntries(found.names.map((name, index) => [name, values[index] ?? '']));
      const { methods, handle, refuse } = found.value.of(named);
      const operation = methods.get(req.method);
      if (!operation) return refuse(req, res, next);
      req.requestState.matched = { id: operation.id, operation: operations[operation.id], path: named };
      handle(req, res, next);
    },
  };
}

const segmentOf = (path: string) => path.split('/', 3)[2] ?? '';

function isOperation(value: unknown): value is OperationObject & { readonly operationId: OperationId } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'operationId' in value &&
    typeof value.operationId === 'string' &&
    isOperationId(value.operationId)
  );
}

/** Letters, digits and `-._~` mean the same in the path of an address whether they are encoded or not (RFC 3986, 6.2.2.2). */
function spellPlainly(req: Request) {
  const { url } = req;
  const [path = ''] = url.split('?', 1);
  // What is not encoded as an address may be stays as it is, and is refused.
  if (!path.includes('%') || !isDecodable(path)) return;
  const plain = path.replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, decodeURIComponent);
  req.url = plain + url.slice(path.length);
  req.originalUrl = req.baseUrl + req.url;
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
