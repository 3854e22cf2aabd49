/** The longest delay that a timer takes; it ends at once when set to more. */
const maxDelay = 2 ** 31 - 1;

/** Returns whether the service asks to try again later. */
export function isBusy({ status }: Response): boolean {
  return status === 429 || status === 503;
}

/** @returns the milliseconds until `Retry-After`, which is in seconds or a date; a second if the answer does not say */
export function delayOf({ headers }: Response): number {
  const header = headers.get('Retry-After')?.trim() ?? '';
  const delay = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(delay) ? 1000 : Math.min(Math.max(delay, 0), maxDelay);
}

/** @throws the reason of the signal as soon as it is aborted */
export function wait(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
