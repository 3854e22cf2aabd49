/** Answers the errors that requests ask for with `Prefer: status=503`, from the examples of the contract. */
import { readFileSync } from 'node:fs';
import express, { type Express, type RequestHandler } from 'express';
import { answerError, isEnvelope, sendError, unknownPath } from '#contract/errors';
import { createGate } from '#contract/gate';
import { installJsonResponse } from '#contract/json-answer';
import { beginRequest, matchedOf } from '#contract/request-state';
import type { OperationId } from '#contract/types';
import { isObject, type JsonObject } from '#platform/json-object';
import type { Log } from '#platform/log';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, RefusalError } from '#platform/refusals/refusal';
import { preferencesFrom } from './preferences.ts';

/** @param origins middleware that lets pages read the answers @returns an app for requests with such a preference, or with an invalid one */
export function createErrorApp(origins: readonly RequestHandler[], log: Log): Express {
  const contract = new Contract(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'));
  const app = express().disable('x-powered-by').disable('etag').enable('strict routing');
  installJsonResponse(app);
  const answer: RequestHandler = (req, res) => {
    const { id, operation } = matchedOf(req);
    const { status, example, fault } = preferencesFrom(req.get('prefer'));
    if (fault !== undefined || status === undefined) throw invalidPreference(fault ?? 'status is missing');
    // A client that is still sending would not read the answer.
    req.resume();
    const responses = contract.errorsOf(id, operation.path, operation.method);
    const response = responses.get(status);
    if (!response) throw invalidPreference(`status is one of ${[...responses.keys()].join(', ')} here`);
    const [firstName = ''] = response.examples.keys();
    const envelope = response.examples.get(example ?? firstName);
    if (!isEnvelope(envelope)) throw invalidPreference(`example is one of ${[...response.examples.keys()].join(', ')} for ${status} here`);
    res.set(response.headers);
    sendError(req, res, status, envelope);
  };
  const { gate } = createGate({ document: contract.document, validateResponses: false, admit: [answer], answer: unknownPath });
  return app.use(beginRequest, ...origins, gate, unknownPath, answerError(log));
}

interface DeclaredError {
  readonly headers: Readonly<Record<string, string>>;
  readonly examples: ReadonlyMap<string, unknown>;
}

class Contract {
  readonly document;
  /** @param json an OpenAPI document */
  constructor(json: string) {
    this.document = JSON.parse(json);
  }
  /** Returns the errors that an operation declares, by status. */
  errorsOf(id: OperationId, path: string, method: string): ReadonlyMap<number, DeclaredError> {
    const operation = this.#at(this.document, 'paths', path, method);
    if (operation.operationId !== id) throw new Error(`the contract has no operation ${id}`);
    return new Map(
      Object.keys(this.#at(operation, 'responses'))
        .filter((status) => /^[45]\d\d$/.test(status))
        .map((status) => [Number(status), this.#errorFrom(this.#at(operation, 'responses', status))]),
    );
  }
  #errorFrom(response: JsonObject): DeclaredError {
    const headers = this.#at(response, 'headers');
    const examples = this.#at(response, 'content', 'application/json', 'examples');
    return {
      headers: Object.fromEntries(
        Object.keys(headers).flatMap((name) => {
          const { example } = this.#at(headers, name);
          // The answer has the id of its own request.
          return name === 'X-Request-Id' || example === undefined ? [] : [[name, String(example)]];
        }),
      ),
      examples: new Map(Object.keys(examples).map((name) => [name, this.#at(examples, name).value])),
    };
  }
  /** Follows names and references. @returns an empty object where there is nothing */
  #at(from: unknown, ...names: readonly string[]): JsonObject {
    const value = isObject(from) ? from : {};
    if (typeof value.$ref === 'string')
      return this.#at(
        this.document,
        ...value.$ref
          .slice(2)
          .split('/')
          .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')),
        ...names,
      );
    const [name, ...rest] = names;
    return name === undefined ? value : this.#at(value[name], ...rest);
  }
}

function invalidPreference(message: string): RefusalError {
  return new RefusalError(invalid({ Prefer: fieldErrors.notAllowed(message) }, 'header'));
}
