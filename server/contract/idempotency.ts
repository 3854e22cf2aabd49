/**
 * `Idempotency-Key`: a POST that is sent again gets the stored answer, and nothing is done twice (spec/conventions, 10).
 * The answer is kept in the transaction of the change, so that there is never one without the other; refusals changed nothing and are
 * not kept. Key and answer may both be secrets: the one is hashed; the other is encrypted with what only the sender of the key has.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Request } from 'express';
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../platform/database/handle.ts';
import { newId } from '../platform/database/ids.ts';
import { lockOf } from '../platform/database/locks.ts';
import { type Params, PreparedQuery } from '../platform/database/prepared.ts';
import type { Secrets } from '../platform/ports/secrets.ts';
import type { AnyReply } from './types.ts';
import { RefusalError, refusal } from '../platform/refusals/refusal.ts';
import { matchedOf } from './request-state.ts';

export interface Idempotency {
  readonly hash: string;
  readonly fingerprint: string;
  /** What the answer is encrypted for. */
  readonly use: string;
}

/** @returns undefined when the request carries no key */
export function idempotencyOf(req: Request): Idempotency | undefined {
  const key = req.get('idempotency-key');
  const { actor, bodyMark } = req.requestState;
  const { method, scope } = matchedOf(req).operation;
  if (key === undefined || method !== 'post' || scope !== 'organization' || !actor) return undefined;
  const digest = (...parts: (string | Uint8Array)[]) =>
    parts.reduce((hash, part) => hash.update(String(part.length)).update(' ').update(part), createHash('sha256')).digest('base64url');
  return {
    hash: digest(actor.organizationId, key),
    fingerprint: digest(actor.id, req.originalUrl, bodyMark ?? ''),
    use: `idempotency:${actor.organizationId} ${key}`,
  };
}

/**
 * In this process; other servers are seen by an advisory lock. On the embedded engine, with its one session, locks never meet.
 */
const running = new Set<string>();

/** Runs `work` unless a request with the same key is running here. @throws RefusalError 409 */
export async function once<R>({ hash }: Idempotency, work: () => Promise<R>): Promise<R> {
  if (running.has(hash)) throw stillRunning();
  running.add(hash);
  try {
    return await work();
  } finally {
    running.delete(hash);
  }
}

const locking = new PreparedQuery((db, param: Params<{ lock: string }>) =>
  db.selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(${param('lock')}::bigint)`.as('free')),
);
const finding = new PreparedQuery((db, param: Params<{ hash: string }>) =>
  db
    .selectFrom('idempotent_answer')
    .select(['fingerprint', 'answer'])
    .where('key_hash', '=', param('hash'))
    .where('created_at', '>', sql<string>`now() - interval '24 hours'`),
);

/** The stored answer, if there is one. Holds the key until the transaction ends. @throws RefusalError 409, 422 */
export async function recall(
  db: OrganizationDatabase,
  { hash, fingerprint, use }: Idempotency,
  secrets: Secrets,
): Promise<AnyReply | undefined> {
  // One after the other, though they travel together: what is looked up then is what whoever held the lock has left.
  const [[lock], [kept]] = await Promise.all([db.run(locking, { lock: String(lockOf('idempotency', hash)) }), db.run(finding, { hash })]);
  if (!lock?.free) throw stillRunning();
  if (!kept) return undefined;
  if (kept.fingerprint !== fingerprint) throw new RefusalError(refusal('idempotency_key_reused'));
  const { file, ...answer }: AnyReply & { readonly file?: string } = JSON.parse(secrets.decrypt(use, kept.answer).toString());
  return file === undefined ? answer : { ...answer, body: Buffer.from(file, 'base64') };
}

const keeping = new PreparedQuery((db, param: Params<{ id: string; hash: string; fingerprint: string; answer: Buffer }>) =>
  db
    .insertInto('idempotent_answer')
    .values({ id: param('id'), key_hash: param('hash'), fingerprint: param('fingerprint'), answer: param('answer') })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'key_hash']).doUpdateSet((eb) => ({
        fingerprint: eb.ref('excluded.fingerprint'),
        answer: eb.ref('excluded.answer'),
        created_at: sql<string>`now()`,
      })),
    ),
);

/** @throws for a file that is read piece by piece: a POST gives it whole, or it could not be given again */
export function keep(
  db: OrganizationDatabase,
  { hash, fingerprint, use }: Idempotency,
  { status, type, headers, body }: AnyReply,
  secrets: Secrets,
): Promise<unknown> {
  if (body instanceof Readable) throw new TypeError('a stream cannot be kept');
  const content = body instanceof Uint8Array ? { file: Buffer.from(body).toString('base64') } : { body };
  const answer = secrets.encrypt(use, Buffer.from(JSON.stringify({ status, type, headers, ...content })));
  return db.run(keeping, { id: newId('idk'), hash, fingerprint, answer });
}

function stillRunning(): RefusalError {
  return new RefusalError(refusal('request_in_progress'));
}
