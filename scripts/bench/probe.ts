/** Loaded into a server before its own code: reports its resource usage, summed over all threads, to the parent process. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Monitoring costs a little, so it is on only where it is requested.
const delay = process.env.WATCH_EVENT_LOOP === '1' ? monitorEventLoopDelay({ resolution: 5 }) : undefined;
delay?.enable();
process.on(
  'message',
  () => void process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage(), delay: delay?.percentile(99) ?? 0 }),
);
process.channel?.unref();
