/** What the benchmark uses of autocannon, which brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';
  export interface Options {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | undefined;
    readonly connections: number;
    readonly amount: number;
    /** ms between looks at whether it is done. */
    readonly sampleInt: number;
  }
  export interface Result { readonly errors: number; readonly non2xx: number; readonly timeouts: number; readonly '2xx': number }
  export default function autocannon(options: Options): Promise<Result> & EventEmitter;
}
