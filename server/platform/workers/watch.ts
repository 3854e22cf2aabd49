/** Monitors the process from a thread, and kills it when it uses too much memory or the server has ended. */
import { workerData } from 'node:worker_threads';

const { most: maxBytes, server: serverPid }: { readonly most: number; readonly server: number } = workerData;
const everyMs = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes || process.ppid !== serverPid) process.kill(process.pid, 'SIGKILL');
}, everyMs);
