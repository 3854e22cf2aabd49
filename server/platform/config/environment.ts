import { InvalidValue } from './parsers.ts';

/** The environment variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads variables, and collects their errors and documentation. */
export class Environment {
  readonly errors: string[] = [];
  readonly known: { readonly name: string; readonly fallback: string | undefined; readonly meaning: string }[] = [];
  readonly #env: Variables;
  constructor(env: Variables) {
    this.#env = env;
  }
  /** @returns the parsed value, or the parsed `fallback` if the variable is missing or invalid */
  take<T>(name: string, parse: (value: string) => T, fallback: string, meaning: string): T {
    return this.#read(name, parse, fallback, meaning) ?? parse(fallback);
  }
  /** @returns the parsed value; undefined if it is missing or invalid */
  maybe<T>(name: string, parse: (value: string) => T, meaning: string): T | undefined {
    return this.#read(name, parse, undefined, meaning);
  }
  #read<T>(name: string, parse: (value: string) => T, fallback: string | undefined, meaning: string): T | undefined {
    this.known.push({ name, fallback, meaning });
    const value = this.#env[name];
    if (value === undefined || value === '') return undefined;
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      // Do not repeat secrets, or URLs that may contain a password.
      this.errors.push(`${name} must be ${error.message}${/SECRET|KEY|URL|ANCHOR$/.test(name) ? '' : `, not ${JSON.stringify(value)}`}`);
      return undefined;
    }
  }
}
