/** Queries and entries of an LDAP directory. */

export interface LdapSearch {
  /** The entry below which entries are read. */
  readonly base: string;
  readonly filter: string;
  /** The only attributes that are read. */
  readonly attributes: readonly string[];
  /** Binary attributes, which are returned in hex. */
  readonly binary?: readonly string[];
  /** Approximate limit of entries to read. */
  readonly maxEntries?: number;
}

export interface LdapEntry {
  /** Distinguished name. */
  readonly dn: string;
  /** Keyed by attribute name in lower case. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}
