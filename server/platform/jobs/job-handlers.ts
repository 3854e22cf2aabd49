/** Types of background jobs and their handlers. */
import type { Audit } from '../audit/audit.ts';
import type { OrganizationDatabase } from '../database/handle.ts';
import type { Actor } from '../identity/actor.ts';
import type { Log } from '../log.ts';
import type { Ports } from '../ports/index.ts';
import type { RunKind } from './kinds.ts';

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** One attempt at a run. */
export interface Attempt {
  /** Id of the run. */
  readonly id: string;
  /** The input given to `startRun`. The handler has to validate it. */
  readonly input: unknown;
  /** The actor who started the run, with the permissions at the start of the attempt. */
  readonly actor: Actor;
  /** 1, 2, … */
  readonly attempt: number;
  /** Start of the first attempt. */
  readonly startedAt: string;
  /** Aborts when the run is cancelled, takes too long, or the server stops. For waiting outside the database. */
  readonly signal: AbortSignal;
  readonly ports: Ports;
  /** Logs errors that do not fail the run. */
  readonly log: Log;
  /** @param stored result of `toStoredActor` @returns the same actor with current permissions; undefined if they lack the permission */
  actorOf(stored: unknown, permission: string): Promise<Actor | undefined>;
  /** Runs a read-only transaction. */
  read<R>(work: (db: OrganizationDatabase) => Promise<R>): Promise<R>;
  /** Runs a transaction that is rolled back: for a check that needs a write lock. */
  rolledBack<R>(work: (db: OrganizationDatabase) => Promise<R>): Promise<R>;
  /**
   * Runs a transaction and records the progress. Nothing is committed if another attempt has taken over the run.
   * @throws to end the work in that case, or if the person who started the run is no longer allowed to run it
   */
  step<R>(work: (db: OrganizationDatabase, audit: Audit) => Promise<R>, progress?: Progress): Promise<R>;
}

/** @returns the run's result, as JSON @throws RunFailed for a permanent failure; any other error is retried */
export type JobHandler = (attempt: Attempt) => Promise<object>;

export interface Job {
  readonly work: JobHandler;
  /** The maximum number of attempts; the default is 3 (runs, rule 4). */
  readonly attempts?: number;
  /** Time limit of an attempt in minutes; the default is 10. */
  readonly minutes?: number;
}

export type Jobs = Readonly<Record<RunKind, Job>>;

/** Why a run cannot succeed. The message may be shown to its reader. */
export class RunFailed extends Error {}
