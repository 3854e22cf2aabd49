import { Unfit } from './parsers.ts';

/** The variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads variables, and collects what is wrong with them and what is known about them. */
export class Environment {
  readonly wrong: string[] = [];
  readonly known: { readonly name: string; readonly fallback: string | undefined; readonly meaning: string }[] = [];
  readonly #env: Variables;
  constructor(env: Variables) {
    this.#env = env;
  }
  /** @returns the parsed value, and that of `fallback` when there is none or it is wrong */
  take<T>(name: string, parse: (value: string) => T, fallback: string, meaning: string): T {
    return this.#read(name, parse, fallback, meaning) ?? parse(fallback);
  }
  /** @returns the parsed value; undefined when there is none or it is wrong */
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
      if (!(error instanceof Unfit)) throw error;
      // Secrets, and addresses that may hold a password, are not repeated.
      this.wrong.push(`${name} must be ${error.message}${/SECRET|KEY|URL|ANCHOR$/.test(name) ? '' : `, not ${JSON.stringify(value)}`}`);
      return undefined;
    }
  }
}
