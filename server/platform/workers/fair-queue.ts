/** Who may work next: fair between organizations, so that what one of them sends keeps only itself waiting. */

/** Thrown when other work of the same organization takes too long. */
export class TooBusy extends Error {
  constructor() {
    super('The organization has too many files in work; try again later');
  }
}

export interface Shape {
  /** How many jobs run at once. */
  readonly slots: number;
  /** How many of them may be of one organization: fewer, so that the others find one. */
  readonly ofOne: number;
  /** How many of one organization may wait. */
  readonly waiting: number;
}

export interface Waiting {
  /** How many seconds a job waits for a slot. Without it, a job waits for any time, however many are waiting. */
  readonly waitSeconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FairQueue {
  /** Waits for a slot. @returns what frees it @throws TooBusy, the reason of the signal */
  enter(organizationId: string, waiting: Waiting): Promise<() => void>;
}

interface Place {
  running: number;
  readonly waiting: (() => void)[];
}

export function fairQueue({ slots, ofOne, waiting: mostWaiting }: Shape): FairQueue {
  let free = slots;
  /** Whose turn is next stands first. */
  const places = new Map<string, Place>();

  function serve() {
    for (const place of places.values()) {
      if (free === 0) return;
      const enter = place.running < ofOne ? place.waiting.shift() : undefined;
      if (!enter) continue;
      free -= 1;
      place.running += 1;
      enter();
    }
  }

  return {
    enter(organizationId, { waitSeconds, signal }) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const place = places.get(organizationId) ?? { running: 0, waiting: [] };
      places.set(organizationId, place);
      if (waitSeconds !== undefined && place.waiting.length >= mostWaiting) return Promise.reject(new TooBusy());
      const leave = () => {
        free += 1;
        place.running -= 1;
        // Who was served stands behind all others.
        places.delete(organizationId);
        if (place.running > 0 || place.waiting.length > 0) places.set(organizationId, place);
        serve();
      };
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        const enter = () => {
          end();
          resolve(leave);
        };
        const giveUp = (error: unknown) => {
          end();
          place.waiting.splice(place.waiting.indexOf(enter), 1);
          if (place.running === 0 && place.waiting.length === 0) places.delete(organizationId);
          reject(error);
        };
        const abort = () => giveUp(signal?.reason);
        const timer = waitSeconds === undefined ? undefined : setTimeout(() => giveUp(new TooBusy()), waitSeconds * 1000);
        signal?.addEventListener('abort', abort);
        place.waiting.push(enter);
        serve();
      });
    },
  };
}
