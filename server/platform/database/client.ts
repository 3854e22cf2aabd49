/** A connection to the database, as both engines give it: questions may follow each other before the first is answered, and are answered in their order. */
export interface Client {
  /**
   * Several statements in one text take no values.
   * @returns what the last statement of the text gave
   */
  query<Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>>;
  /** Whether no transaction is open according to the last answer of the database. */
  readonly isIdle: boolean;
  /** @param isSpoilt the state of the connection is unknown, so it is not reused as it is */
  release(isSpoilt?: boolean): void;
}

export interface Answer<Row> {
  readonly command: string | undefined;
  readonly rows: Row[];
  /** How many rows were written or given. */
  readonly rowCount: number | null;
}

export interface Pool {
  connect(): Promise<Client>;
  end(): Promise<void>;
  /** How busy it is now. What shares the connections of another pool does not say. */
  usage?(): PoolUsage;
}

/** Connections that are lent out or idle, and callers that wait for one. */
export interface PoolUsage {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}
