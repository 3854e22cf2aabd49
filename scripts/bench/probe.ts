/** Loaded into a server before its own code: tells who started it what it has used until now, all its threads together. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Looking costs a little, so it is done only where somebody wants to know.
const delay = process.env.WATCH_EVENT_LOOP === '1' ? monitorEventLoopDelay({ resolution: 5 }) : undefined;
delay?.enable();
process.on(
  'message',
  () => void process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage(), delay: delay?.percentile(99) ?? 0 }),
);
process.channel?.unref();
