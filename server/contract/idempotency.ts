/**
 * `Idempotency-Key`: a repeated POST gets the stored answer and is not executed again (spec/conventions, 10). The answer is stored in the transaction of
 * the change, so neither exists without the other. Refusals change nothing and are not stored. Key and answer may both be secret: the key is hashed, and
 * the answer is encrypted with the key.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Request } from 'express';
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { lockOf } from '#platform/database/locks';
import { type Params, PreparedQuery } from '#platform/database/prepared';
import type { Secrets } from '#platform/ports/secrets';
import type { AnyReply } from './types.ts';
import { RefusalError, refusal } from '#platform/refusals/refusal';
import { matchedOf } from './request-state.ts';

export interface Idempotency {
  /** Hash of the key, for its credential. */
  readonly hash: string;
  /** Hash of the URL and the body, by which another request with the same key is detected. */
  readonly fingerprint: string;
  /** Purpose for which the answer is encrypted; it includes the key. */
  readonly use: string;
}

/** @returns undefined when the request has no key */
export function idempotencyOf(req: Request): Idempotency | undefined {
  const key = req.get('idempotency-key');
  const { actor, bodyDigest } = req.requestState;
  const { method, scope } = matchedOf(req).operation;
  if (key === undefined || method !== 'post' || scope !== 'organization' || !actor) return undefined;
  const digest = (...parts: (string | Uint8Array)[]) =>
    parts.reduce((hash, part) => hash.update(String(part.length)).update(' ').update(part), createHash('sha256')).digest('base64url');
  return {
    // A credential cannot learn or block the keys of another credential.
    hash: digest(actor.organizationId, actor.id, key),
    fingerprint: digest(req.originalUrl, bodyDigest ?? ''),
    use: `idempotency:${actor.organizationId} ${actor.id} ${key}`,
  };
}

/** Hashed keys of requests that run in this process. Advisory locks cover other servers, but never conflict in the one session of the embedded engine. */
const runningKeys = new Set<string>();

/** Runs `work`. @throws RefusalError 409 if a request with the same key is running in this process */
export async function runOnce<R>({ hash }: Idempotency, work: () => Promise<R>): Promise<R> {
  if (runningKeys.has(hash)) throw inProgressError();
  runningKeys.add(hash);
  try {
    return await work();
  } finally {
    runningKeys.delete(hash);
  }
}

const lockQuery = new PreparedQuery((db, param: Params<{ lock: string }>) =>
  db.selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(${param('lock')}::bigint)`.as('free')),
);
const findQuery = new PreparedQuery((db, param: Params<{ hash: string }>) =>
  db
    .selectFrom('idempotent_answer')
    .select(['fingerprint', 'answer'])
    .where('key_hash', '=', param('hash'))
    .where('created_at', '>', sql<string>`now() - interval '24 hours'`),
);

/**
 * Returns the stored answer, if any, and locks the key until the transaction ends.
 * @throws RefusalError 409 if the key is in use, or 422 if it belongs to another request
 */
export async function findStoredAnswer(
  db: OrganizationDatabase,
  { hash, fingerprint, use }: Idempotency,
  secrets: Secrets,
): Promise<AnyReply | undefined> {
  // Both queries are sent together but run in order, so the second one sees what the previous holder of the lock stored.
  const [[lock], [storedRow]] = await Promise.all([
    db.run(lockQuery, { lock: String(lockOf('idempotency', hash)) }),
    db.run(findQuery, { hash }),
  ]);
  if (!lock?.free) throw inProgressError();
  if (!storedRow) return undefined;
  if (storedRow.fingerprint !== fingerprint) throw new RefusalError(refusal('idempotency_key_reused'));
  const { file, ...answer }: AnyReply & { readonly file?: string } = JSON.parse(secrets.decrypt(use, storedRow.answer).toString());
  return file === undefined ? answer : { ...answer, body: Buffer.from(file, 'base64') };
}

const storeQuery = new PreparedQuery((db, param: Params<{ id: string; hash: string; fingerprint: string; answer: Buffer }>) =>
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

/** @throws for a streamed file: a POST must return its file as bytes so that the answer can be stored */
export function storeAnswer(
  db: OrganizationDatabase,
  { hash, fingerprint, use }: Idempotency,
  { status, type, headers, body }: AnyReply,
  secrets: Secrets,
): Promise<unknown> {
  if (body instanceof Readable) throw new TypeError('a stream cannot be stored as an answer');
  const content = body instanceof Uint8Array ? { file: Buffer.from(body).toString('base64') } : { body };
  const answer = secrets.encrypt(use, Buffer.from(JSON.stringify({ status, type, headers, ...content })));
  return db.run(storeQuery, { id: newId('idk'), hash, fingerprint, answer });
}

function inProgressError(): RefusalError {
  return new RefusalError(refusal('request_in_progress'));
}
