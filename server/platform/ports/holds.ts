/** Puts deletions from a store on hold while it is being copied. Files are deleted later instead. */
import { randomUUID } from 'node:crypto';

/** Where holds are recorded, so that every server using the store sees them. */
export interface HoldNotes {
  /** Creates the note, or updates its time. */
  write(name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Lists the notes with the time of their last write, in ms since 1970. */
  list(): Promise<readonly { readonly name: string; readonly changedAt: number }[]>;
}

export interface Holds {
  /** @returns a function that ends the hold. If the process ends before that, the hold expires after some minutes. */
  hold(): Promise<() => Promise<void>>;
  isHeld(): Promise<boolean>;
}

/** Milliseconds after which a note that is not renewed expires, allowing for clock differences between servers. */
const expiryMs = 300_000;

export function createHolds(notes: HoldNotes): Holds {
  const isCurrent = ({ changedAt }: { readonly changedAt: number }) => changedAt > Date.now() - expiryMs;
  return {
    async hold() {
      for (const note of await notes.list()) if (!isCurrent(note)) await notes.remove(note.name);
      const name = randomUUID();
      await notes.write(name);
      // The next renewal makes up for a failed one.
      const renewalTimer = setInterval(() => void notes.write(name).catch(() => undefined), expiryMs / 10);
      return async () => {
        clearInterval(renewalTimer);
        await notes.remove(name);
      };
    },
    isHeld: async () => (await notes.list()).some(isCurrent),
  };
}
