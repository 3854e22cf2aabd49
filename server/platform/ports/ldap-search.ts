/** What a directory is asked for, and what it answers. */

export interface LdapSearch {
  /** What is read is below it. */
  readonly base: string;
  readonly filter: string;
  /** The attributes that are read, and no others. */
  readonly attributes: readonly string[];
  /** Those of them that are bytes, which are given as hexadecimal digits. */
  readonly binary?: readonly string[];
  /** Reads no more than about so many entries. */
  readonly most?: number;
}

export interface LdapEntry {
  /** Its distinguished name. */
  readonly dn: string;
  /** By the name of the attribute in lower case. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}
