/** A database connection of either engine. Queries may be sent before earlier queries are answered, and are answered in order. */
export interface Client {
  /**
   * Runs one statement, or several if there are no values.
   * @returns the result of the last statement
   */
  query<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>>;
  /** Whether no transaction is open, according to the database's last answer. */
  readonly isIdle: boolean;
  /** Returns the connection to its pool. @param isBroken whether its state is unknown, so it cannot be reused as it is */
  release(isBroken?: boolean): void;
}

export interface Answer<Row> {
  readonly command: string | undefined;
  readonly rows: Row[];
  /** Number of rows written or returned. */
  readonly rowCount: number | null;
}

export interface Pool {
  connect(): Promise<Client>;
  end(): Promise<void>;
  /** Returns current usage. Absent for a pool that shares the connections of another pool. */
  usage?(): PoolUsage;
}

/** The numbers of used and idle connections, and of callers waiting for a connection. */
export interface PoolUsage {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}
