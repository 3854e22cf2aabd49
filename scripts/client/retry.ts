import { delayOf, isBusy, wait } from './wait.ts';

/** What `onRetry` learns about a repetition before the wait. */
export interface Retry {
  /** 1 for the first repetition. */
  readonly attempt: number;
  /** How long the client waits before it, in milliseconds. */
  readonly wait: number;
  /** The status of the answer: 429 or 503. */
  readonly status: number;
  /** The method and the path, as in the reference: `GET /v1/risks/{id}`. */
  readonly operation: string;
}

export interface RetryPolicy {
  readonly retries: number;
  readonly maxWait: number;
  readonly onRetry: ((retry: Retry) => void) | undefined;
}

/**
 * Sends a request again while the rate limit is exceeded (429) or the service is temporarily unavailable (503).
 * @param send sends it; `isLast` says that it will not be sent again @returns the first other answer, the answer of the last attempt, or one
 * that asks to wait longer than `maxWait`
 */
export async function withRetries(
  send: (isLast: boolean) => Promise<Response>,
  operation: string,
  { retries, maxWait, onRetry }: RetryPolicy,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt > retries;
    const response = await send(isLast);
    const delay = delayOf(response);
    if (isLast || !isBusy(response) || delay > maxWait) return response;
    onRetry?.({ attempt, wait: delay, status: response.status, operation });
    await response.body?.cancel();
    await wait(delay, signal);
  }
}
