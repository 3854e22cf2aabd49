/** A layer between the service and its database that injects a fault into a statement of one organization. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Answer, Client, Pool } from '#platform/database/client';
import type { SystemDatabase } from '#platform/database/handle';

/** Replaces a statement. @param send executes the original statement */
export type Fault = (send: () => Promise<Answer<never>>, client: Client) => Promise<Answer<never>>;

export interface FaultPlan {
  readonly organizationId: string;
  /** @param number of the statement, from 1, among the statements of the organization since the start of the plan */
  readonly isMeant: (text: string, number: number) => boolean;
  readonly fault: Fault;
}

export interface InjectionResult {
  /** The statements of the organization. */
  readonly asked: string[];
  /** The statement with the fault, once it has been injected. */
  spoilt: string | undefined;
}

/** An error of a fault, of a class that the service does not know. */
export class InjectedError extends Error {}
/** The statement never reaches the database. */
export const notSent: Fault = () => Promise.reject(new InjectedError('unsent'));
/** The database rejects the statement. */
export const rejectedByDatabase: Fault = (_send, client) => client.query('select 1 / 0 as injected', []);
/** The statement is executed, but its answer is lost. */
export const answerLost: Fault = (send) => send().then(() => Promise.reject(new InjectedError('unheard')));

export function injectFaults(pool: Pool) {
  let activePlan: FaultPlan | undefined;
  let met: InjectionResult = { asked: [], spoilt: undefined };
  const connections = { lent: 0, spoilt: 0, unsound: new Set<string>() };

  function wrapClient(client: Client): Client {
    connections.lent += 1;
    let organizationId: string | undefined;
    let lastText = '';
    let pendingCount = 0;
    const query = <Row>(text: string, values: readonly unknown[]): Promise<Answer<Row>> => {
      organizationId = /'(org_[0-9a-f]{24})'/.exec(text)?.[1] ?? organizationId;
      lastText = text;
      pendingCount += 1;
      return runOrInject(client, organizationId, text, () => client.query<never>(text, values)).finally(() => {
        pendingCount -= 1;
      });
    };
    return {
      query,
      get isIdle() {
        return client.isIdle;
      },
      release(isBroken) {
        connections.lent -= 1;
        if (isBroken) connections.spoilt += 1;
        if (pendingCount > 0) connections.unsound.add(`${pendingCount} questions unanswered, the last of them ${lastText}`);
        if (!isBroken && !client.isIdle) connections.unsound.add(`within a transaction, after ${lastText}`);
        client.release(isBroken);
      },
    };
  }
  async function runOrInject(
    client: Client,
    organizationId: string | undefined,
    text: string,
    send: () => Promise<Answer<never>>,
  ): Promise<Answer<never>> {
    if (!activePlan || activePlan.organizationId !== organizationId) return send();
    const number = met.asked.push(text);
    if (met.spoilt !== undefined || !activePlan.isMeant(text, number)) return send();
    met.spoilt = text;
    return activePlan.fault(send, client);
  }
  return {
    pool: { connect: async () => wrapClient(await pool.connect()), end: () => pool.end() },
    /** Connections in use (count), released as broken (count), and released during a statement or transaction (descriptions). */
    connections,
    /** While `work` runs, a fault is injected into the first matching statement. */
    async during<R>(plan: FaultPlan, work: () => Promise<R>): Promise<{ readonly result: R; readonly met: InjectionResult }> {
      [activePlan, met] = [plan, { asked: [], spoilt: undefined }];
      try {
        return { result: await work(), met };
      } finally {
        activePlan = undefined;
      }
    },
  };
}

/** The database cancels the running statement or terminates the connection. @param how the function of the database */
export function interruptedBy(system: SystemDatabase, how: 'pg_cancel_backend' | 'pg_terminate_backend'): Fault {
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
    const [outcome] = await Promise.all([answer, stop()]);
    return outcome;
  };
}
