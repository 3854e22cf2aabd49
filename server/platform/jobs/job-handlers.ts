/** What is done in the background, and with what. */
import type { Audit } from '../audit/audit.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import type { Actor } from '../identity/actor.ts';
import type { Ports } from '../ports/index.ts';
import type { RunKind } from './kinds.ts';

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** One attempt at a run. */
export interface Attempt {
  /** Of the run. */
  readonly id: string;
  /** The input as it was given to `startRun`. The reader has to validate it. */
  readonly input: unknown;
  /** Who started it, with what they may do at the start of the attempt. */
  readonly actor: Actor;
  /** 1, 2, … */
  readonly attempt: number;
  /** Start of the first attempt. */
  readonly startedAt: string;
  /** Aborts when the run was cancelled, takes too long, or the server stops. For what waits outside the database. */
  readonly signal: AbortSignal;
  readonly ports: Ports;
  /** One transaction that writes nothing. */
  read<R>(work: (db: OrganizationDatabase) => Promise<R>): Promise<R>;
  /** One transaction that is rolled back: for a question that takes the lock of a write. */
  rolledBack<R>(work: (db: OrganizationDatabase) => Promise<R>): Promise<R>;
  /**
   * One transaction, with the progress that is reached by it. Nothing of it is kept when the run is no longer this attempt's.
   * @throws when it is not, or whoever started it may not do it any more, to end the work
   */
  step<R>(work: (db: OrganizationDatabase, audit: Audit) => Promise<R>, progress?: Progress): Promise<R>;
}

/** @returns the result of the run, as JSON. @throws RunFailed for a failure that no retry can fix; any other error is retried */
export type JobHandler = (attempt: Attempt) => Promise<object>;

export interface Job {
  readonly work: JobHandler;
  /** The maximum number of attempts; the default is 3 (spec/areas/runs, rule 4). */
  readonly attempts?: number;
  /** Minutes that an attempt may take; the default is 10. */
  readonly minutes?: number;
}

export type Jobs = Readonly<Record<RunKind, Job>>;

/** Why a run cannot succeed, in words that its reader may see. */
export class RunFailed extends Error {}
