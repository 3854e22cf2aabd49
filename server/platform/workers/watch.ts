/** Watches the work in the same process, and ends the process when it uses too much memory or when the server is gone. */
import { workerData } from 'node:worker_threads';

const { most, server }: { readonly most: number; readonly server: number } = workerData;
const everyMs = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > most || process.ppid !== server) process.kill(process.pid, 'SIGKILL');
}, everyMs);
