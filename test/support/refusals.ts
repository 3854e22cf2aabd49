/** Expectations for errors in each of their media types. */
import { expect, test } from 'vitest';
import { isPrescribedArea } from '../../scripts/complete-contract/given.ts';
import type { call, Caller } from './app.ts';
import type { contract } from './contract.ts';

type Answer = Omit<Awaited<ReturnType<typeof call>>, 'bytes'>;
type Operation = (typeof contract)[number];

const problem = 'application/problem+json';
/** Requests the error as a problem of RFC 9457. */
export const asProblem = { accept: problem };

/** @returns the media types that an operation declares for a status; empty if it does not declare the status */
export function typesOf({ responses }: Operation, status: number): string[] {
  return Object.keys(responses.find((response) => response.status === status)?.answer.content ?? {});
}

/**
 * Defines a test for each media type of a status that the operation declares, and none if it does not declare the status.
 * @param situation ends the name of the test @param error the text of the answer @param ask sends the request with the given Accept header
 */
export function testError(
  operation: Operation,
  status: number,
  situation: string,
  error: string,
  ask: (accept: string | undefined) => Promise<Answer>,
) {
  test.each(typesOf(operation, status))(`${status} ${situation}, as %s`, async (type) => {
    const answer = await ask(type === problem ? problem : undefined);
    expect(answer, answer.text).toMatchObject({
      status,
      body:
        type === problem
          ? { type: `/problems/${answer.body.code}`, title: expect.any(String), status, detail: error }
          : { success: false, error },
    });
    expect(answer.headers.get('content-type')).toBe(type);
    // A conflict has a code in each form, and says what it knows of the current record.
    const isConflict = status === 412;
    const code = isPrescribedArea(operation.registry.area) && !isConflict ? undefined : expect.stringMatching(/^[a-z]+(_[a-z0-9]+)*$/);
    expect(answer.body.code).toEqual(code);
    // The number of fields is checked here, because the validation of answers skips statuses from 500 on.
    const fields = Object.keys(answer.body).filter((name) => !isConflict || !['version', 'updatedAt', 'updatedBy'].includes(name));
    if (status !== 400) expect(fields).toHaveLength((type === problem ? 4 : 2) + (code === undefined ? 0 : 1));
  });
}

/** Expects the same error as a problem of RFC 9457. */
export async function expectProblem(ask: Caller['call'], method: string, path: string, status: number, body?: unknown): Promise<void> {
  const answer = await ask(method, path, { ...(body !== undefined && { body }), ...asProblem });
  expect(answer, answer.text).toMatchObject({ status, body: { status, code: expect.any(String) } });
}

/** Expects an error in both media types. */
export async function expectError(ask: Caller['call'], method: string, path: string, status: number, body?: unknown): Promise<void> {
  const answer = await ask(method, path, { ...(body !== undefined && { body }) });
  expect(answer, answer.text).toMatchObject({ status, body: { success: false, code: expect.any(String) } });
  await expectProblem(ask, method, path, status, body);
}

/** Expects an error with this text in both of its media types. */
export async function expectErrorInBothTypes(ask: (options: { accept?: string }) => Promise<Answer>, status: number, error: string) {
  const [envelope, problem] = [await ask({}), await ask(asProblem)];
  expect(envelope, envelope.text).toMatchObject({ status, body: { success: false, error } });
  expect(problem, problem.text).toMatchObject({ status, body: { status, detail: error } });
}

/** Expects 412 in both media types for a change with a version that the record does not have. */
export async function expectConflict(ask: Caller['call'], method: string, path: string, body?: unknown): Promise<void> {
  const options = { body, headers: { 'If-Match': '"1000000"' } };
  expect(await ask(method, path, options)).toMatchObject({ status: 412, body: { code: 'record_changed' } });
  expect(await ask(method, path, { ...options, ...asProblem })).toMatchObject({ status: 412, body: { type: '/problems/record_changed' } });
}
