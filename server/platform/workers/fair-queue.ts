/** Queues jobs fairly between organizations, so that an organization's load delays only its own jobs. */

/** Thrown when the organization's own queue is full, or its other jobs take too long. */
export class TooBusy extends Error {
  constructor() {
    super('The organization has too many files in work; try again later');
  }
}

export interface QueueLimits {
  /** Maximum concurrent jobs. */
  readonly slots: number;
  /** Maximum concurrent jobs per organization: fewer, so that a slot stays free for others. */
  readonly slotsPerOrganization: number;
  /** Maximum waiting jobs per organization. */
  readonly waiting: number;
}

export interface WaitOptions {
  /** Seconds that a job waits for a slot. Without it, a job waits without limit, even in a full queue. */
  readonly waitSeconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FairQueue {
  /** Waits for a slot. @returns a function that releases it @throws TooBusy, or the signal's reason */
  enter(organizationId: string, waiting: WaitOptions): Promise<() => void>;
}

interface OrganizationQueue {
  running: number;
  readonly waiting: (() => void)[];
}

export function createFairQueue({ slots, slotsPerOrganization, waiting: maxWaiting }: QueueLimits): FairQueue {
  let free = slots;
  /** Queues in the order in which organizations are served. */
  const organizations = new Map<string, OrganizationQueue>();

  function serve() {
    for (const entry of organizations.values()) {
      if (free === 0) return;
      const enter = entry.running < slotsPerOrganization ? entry.waiting.shift() : undefined;
      if (!enter) continue;
      free -= 1;
      entry.running += 1;
      enter();
    }
  }

  return {
    enter(organizationId, { waitSeconds, signal }) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const entry = organizations.get(organizationId) ?? { running: 0, waiting: [] };
      organizations.set(organizationId, entry);
      if (waitSeconds !== undefined && entry.waiting.length >= maxWaiting) return Promise.reject(new TooBusy());
      const leave = () => {
        free += 1;
        entry.running -= 1;
        // An organization that was served moves to the end.
        organizations.delete(organizationId);
        if (entry.running > 0 || entry.waiting.length > 0) organizations.set(organizationId, entry);
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
          entry.waiting.splice(entry.waiting.indexOf(enter), 1);
          if (entry.running === 0 && entry.waiting.length === 0) organizations.delete(organizationId);
          reject(error);
        };
        const abort = () => giveUp(signal?.reason);
        const timer = waitSeconds === undefined ? undefined : setTimeout(() => giveUp(new TooBusy()), waitSeconds * 1000);
        signal?.addEventListener('abort', abort);
        entry.waiting.push(enter);
        serve();
      });
    },
  };
}
