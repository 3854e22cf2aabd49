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
  /** Maximum concurrent jobs per organization: fewer, so that a slot stays free for other organizations. */
  readonly slotsPerOrganization: number;
  /** Maximum waiting jobs per organization. */
  readonly waiting: number;
}

export interface WaitOptions {
  /** Seconds that a job waits for a slot. If omitted, it waits without limit, even in a full queue. */
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
  let freeSlots = slots;
  /** Queues in the order in which organizations are served. */
  const organizations = new Map<string, OrganizationQueue>();

  function startWaitingJobs() {
    for (const organizationQueue of organizations.values()) {
      if (freeSlots === 0) return;
      const enter = organizationQueue.running < slotsPerOrganization ? organizationQueue.waiting.shift() : undefined;
      if (!enter) continue;
      freeSlots -= 1;
      organizationQueue.running += 1;
      enter();
    }
  }

  return {
    enter(organizationId, { waitSeconds, signal }) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const organizationQueue = organizations.get(organizationId) ?? { running: 0, waiting: [] };
      organizations.set(organizationId, organizationQueue);
      if (waitSeconds !== undefined && organizationQueue.waiting.length >= maxWaiting) return Promise.reject(new TooBusy());
      const releaseSlot = () => {
        freeSlots += 1;
        organizationQueue.running -= 1;
        // An organization that was served moves to the end.
        organizations.delete(organizationId);
        if (organizationQueue.running > 0 || organizationQueue.waiting.length > 0) organizations.set(organizationId, organizationQueue);
        startWaitingJobs();
      };
      return new Promise((resolve, reject) => {
        const cleanUp = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        const enter = () => {
          cleanUp();
          resolve(releaseSlot);
        };
        const giveUp = (error: unknown) => {
          cleanUp();
          organizationQueue.waiting.splice(organizationQueue.waiting.indexOf(enter), 1);
          if (organizationQueue.running === 0 && organizationQueue.waiting.length === 0) organizations.delete(organizationId);
          reject(error);
        };
        const abort = () => giveUp(signal?.reason);
        const timer = waitSeconds === undefined ? undefined : setTimeout(() => giveUp(new TooBusy()), waitSeconds * 1000);
        signal?.addEventListener('abort', abort);
        organizationQueue.waiting.push(enter);
        startWaitingJobs();
      });
    },
  };
}
