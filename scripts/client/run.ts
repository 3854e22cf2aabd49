import type { Run } from '../../generated/contract.ts';
import { type AnyAnswer, orThrow } from './errors.ts';
import { delayOf, isBusy, wait } from './wait.ts';

export interface WaitOptions {
  /** Receives the run each time that it is read, also when it has ended. */
  readonly onProgress?: ((run: Run) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a run until it has ended. @param read sends the request @throws ApiError @throws the reason of the signal */
export async function readUntilEnded(read: () => Promise<AnyAnswer<Run>>, { onProgress, signal }: WaitOptions): Promise<Run> {
  for (;;) {
    const answer = read();
    const { response } = await answer;
    // A run goes on while the service is busy, so only an answer that asks to come back later is not an error here.
    if (!isBusy(response) || !response.headers.has('Retry-After')) {
      const run = await orThrow(answer);
      onProgress?.(run);
      if (run.status !== 'queued' && run.status !== 'running') return run;
    }
    await wait(delayOf(response), signal);
  }
}
