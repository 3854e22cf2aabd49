/** The part of negotiator that the service uses; the package has no types. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> });
    /** Returns the accepted encodings, the best first. @param options `preferred` decides between encodings of equal weight */
    encodings<E extends string>(available: readonly E[], options: { readonly preferred: readonly E[] }): E[];
  }
}
