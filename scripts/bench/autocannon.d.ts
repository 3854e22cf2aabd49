/** The part of autocannon that the benchmark uses; the package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';
  export interface Request {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | undefined;
    readonly setupRequest?: (request: Request) => Request;
  }
  export interface Options {
    readonly url: string;
    readonly connections: number;
    readonly amount?: number | undefined;
    /** Seconds. */
    readonly duration?: number | undefined;
    readonly requests: readonly Request[];
    /** Maximum number of requests per second, for all connections together. */
    readonly overallRate?: number | undefined;
    /** Interval in ms at which autocannon checks whether it is done. */
    readonly sampleInt: number;
  }
  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
  }
  export default function autocannon(options: Options): Promise<Result> & EventEmitter;
}
