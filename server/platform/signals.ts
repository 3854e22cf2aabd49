/** What happens where no request tells of it, for who counts it. Publishing costs nothing while nobody listens. */
import { channel } from 'node:diagnostics_channel';

const named = (name: string) => channel(`compliance-automation-api:${name}`);

/** A line of the log was not read in time. */
export const lineDropped = named('line-dropped');
/** A transaction was rolled back: what was asked for was refused, or something failed. */
export const rolledBack = named('rolled-back');
/** A request was refused by a rate limit. The message is the name of the limit. */
export const limited = named('limited');
/** A checkpoint of an audit log was due. The message says what became of it: `made`, `failed` or `parted`, where the log no longer matches the last one. */
export const checkpointed = named('checkpointed');
/** A read could have been answered by the replica. The message says what became of that: `answered`, `failed`, or `left_out`, because the replica was not current. */
export const replicaAsked = named('replica-asked');
