/** Diagnostic channels for events that no request reports. Publishing costs nothing without subscribers. */
import { channel } from 'node:diagnostics_channel';

const createChannel = (name: string) => channel(`compliance-automation-api:${name}`);

/** A log line was dropped because it was not read in time. */
export const lineDropped = createChannel('line-dropped');
/** A transaction was rolled back, after a refusal or a failure. */
export const rolledBack = createChannel('rolled-back');
/** A rate limit refused a request. The message is the limit's name. */
export const rateLimited = createChannel('limited');
/** A checkpoint of an audit log was due. The message is the result: `made`, `failed`, or `parted` when the log no longer matches its last checkpoint. */
export const checkpointed = createChannel('checkpointed');
/** A replica could have answered a read. The message is the result: `answered`, `failed`, or `left_out` when the replica was not current. */
export const replicaTried = createChannel('replica-asked');
