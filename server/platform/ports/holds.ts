/** Who copies a whole store keeps its files for that long: whatever is to be removed meanwhile stays until later. */
import { randomUUID } from 'node:crypto';

/** Where holds are noted, so that every server that has the store sees them. */
export interface Notes {
  /** Makes it, or makes it as new. */
  write(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** With the time of the last write, in ms since 1970. */
  list(): Promise<readonly { readonly name: string; readonly changedAt: number }[]>;
}

export interface Holds {
  /** @returns ends it; it ends by itself some minutes after the process */
  hold(): Promise<() => Promise<void>>;
  isHeld(): Promise<boolean>;
}

/** After how long (ms) a note that nobody renews counts for nothing. The clocks of the servers may differ. */
const expiry = 300_000;

export function holdsOn(notes: Notes): Holds {
  const isCurrent = ({ changedAt }: { readonly changedAt: number }) => changedAt > Date.now() - expiry;
  return {
    async hold() {
      for (const note of await notes.list()) if (!isCurrent(note)) await notes.remove(note.name);
      const name = randomUUID();
      await notes.write(name);
      // One that fails is made up for by the next.
      const renewing = setInterval(() => void notes.write(name).catch(() => undefined), expiry / 10);
      return async () => {
        clearInterval(renewing);
        await notes.remove(name);
      };
    },
    isHeld: async () => (await notes.list()).some(isCurrent),
  };
}
