/** What stands between the service and its database, and spoils a statement of one organization. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Answer, Client, Pool } from '../../server/platform/database/client.ts';
import type { SystemDatabase } from '../../server/platform/database/handle.ts';

/** Stands in for a statement. @param send what was to be done */
export type Fault = (send: () => Promise<Answer<never>>, client: Client) => Promise<Answer<never>>;

export interface Armed {
  readonly organizationId: string;
  /** @param number of the statement, from 1, among those of the organization since then */
  readonly isMeant: (text: string, number: number) => boolean;
  readonly fault: Fault;
}

export interface Met {
  /** What the organization asked. */
  readonly asked: string[];
  /** What was spoilt, once it was. */
  spoilt: string | undefined;
}

/** The error of a fault: no error that the service knows. */
export class Injected extends Error {}
/** It never reaches the database. */
export const unsent: Fault = () => Promise.reject(new Injected('unsent'));
/** The database says no to it. */
export const refused: Fault = (_send, client) => client.query('select 1 / 0 as injected', []);
/** It is done, and nobody hears so. */
export const unheard: Fault = (send) => send().then(() => Promise.reject(new Injected('unheard')));

export function injecting(pool: Pool) {
  let armed: Armed | undefined;
  let met: Met = { asked: [], spoilt: undefined };
  const connections = { lent: 0, spoilt: 0, unsound: new Set<string>() };

  function hold(client: Client): Client {
    connections.lent += 1;
    let organizationId: string | undefined;
    let last = '';
    let pending = 0;
    const query = <Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> => {
      organizationId = /'(org_[0-9a-f]{24})'/.exec(text)?.[1] ?? organizationId;
      last = text;
      pending += 1;
      return spoiling(client, organizationId, text, () => client.query<never>(text, values)).finally(() => {
        pending -= 1;
      });
    };
    return {
      query,
      get isIdle() {
        return client.isIdle;
      },
      release(isSpoilt) {
        connections.lent -= 1;
        if (isSpoilt) connections.spoilt += 1;
        if (pending > 0) connections.unsound.add(`${pending} questions unanswered, the last of them ${last}`);
        if (!isSpoilt && !client.isIdle) connections.unsound.add(`within a transaction, after ${last}`);
        client.release(isSpoilt);
      },
    };
  }
  async function spoiling(
    client: Client,
    organizationId: string | undefined,
    text: string,
    send: () => Promise<Answer<never>>,
  ): Promise<Answer<never>> {
    if (!armed || armed.organizationId !== organizationId) return send();
    const number = met.asked.push(text);
    if (met.spoilt !== undefined || !armed.isMeant(text, number)) return send();
    met.spoilt = text;
    return armed.fault(send, client);
  }
  return {
    pool: { connect: async () => hold(await pool.connect()), end: () => pool.end() },
    /** How many are at work, how many were given back as spoilt, and what was wrong with others that were given back. */
    connections,
    /** While `work` runs, the first statement that is meant is spoilt. */
    async during<R>(wanted: Armed, work: () => Promise<R>): Promise<{ readonly result: R; readonly met: Met }> {
      [armed, met] = [wanted, { asked: [], spoilt: undefined }];
      try {
        return { result: await work(), met };
      } finally {
        armed = undefined;
      }
    },
  };
}

/** The database stops what runs, or the whole connection. @param how of its functions */
export function stopped(system: SystemDatabase, how: 'pg_cancel_backend' | 'pg_terminate_backend'): Fault {
  return async (_send, client) => {
    const text = `select pg_sleep(60) /* ${randomUUID()} */`;
    let isOver = false;
    const answer = client.query<never>(text, []).finally(() => {
      isOver = true;
    });
    const stop = async () => {
      while (!isOver) {
        const { rows } = await sql`select ${sql.raw(how)}(pid) from pg_stat_activity where query = ${text} and state = 'active'`.execute(
          system,
        );
        if (rows.length) return;
      }
    };
    const [given] = await Promise.all([answer, stop()]);
    return given;
  };
}
