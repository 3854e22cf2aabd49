type Fetch = (request: Request) => Promise<Response>;

/** Seconds. Who is to wait longer is better told. */
const longest = 60;

/** A `fetch` that waits and tries again, as often as `retries` says, when too much was asked (429) or the service is away for a moment (503). */
export function patient(fetch: Fetch, retries: number): Fetch {
  return async (request) => {
    for (let left = retries; ; left -= 1) {
      // What was sent cannot be sent again, so a copy goes first.
      const response = await fetch(left > 0 ? request.clone() : request);
      const seconds = Number(response.headers.get('Retry-After') ?? 1);
      if (left <= 0 || (response.status !== 429 && response.status !== 503) || !(seconds <= longest)) return response;
      await response.body?.cancel();
      await pause(seconds * 1000, request.signal);
    }
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
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
