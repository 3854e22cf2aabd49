type Fetch = (request: Request) => Promise<Response>;

/** The longest wait in seconds. After a longer Retry-After, the caller gets the error. */
const maxWait = 60;

/**
 * A `fetch` that waits and retries up to `retries` times when the rate limit is exceeded (429) or the service is temporarily unavailable
 * (503).
 */
export function withRetries(fetch: Fetch, retries: number): Fetch {
  return async (request) => {
    for (let remainingRetries = retries; ; remainingRetries -= 1) {
      // A request can be sent only once, so a copy is sent first.
      const response = await fetch(remainingRetries > 0 ? request.clone() : request);
      const seconds = Number(response.headers.get('Retry-After') ?? 1);
      if (remainingRetries <= 0 || (response.status !== 429 && response.status !== 503) || !(seconds <= maxWait)) return response;
      await response.body?.cancel();
      await wait(seconds * 1000, request.signal);
    }
  };
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
