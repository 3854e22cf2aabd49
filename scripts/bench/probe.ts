/** Loaded into a server before its own code: tells who started it what it has used until now, all its threads together. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('message', () => void process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage(), delay: delay.percentile(99) }));
process.channel?.unref();
