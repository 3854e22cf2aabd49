/** The last runs of a check on a connection. */

export interface LastRuns {
  /** When the check last ended, with any result. */
  readonly attemptedAt: string;
  /** The last run with a conclusive result. */
  readonly concluded:
    | { readonly at: string; readonly status: 'completed' | 'failed' | 'error'; readonly failed: number; readonly passed: number }
    | undefined;
}
