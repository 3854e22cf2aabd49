/**
 * Loaded into a server (`node --import`): measures for how long its event loop was held at once. In time of the thread's own on the
 * processor, so that what else the machine does makes no difference. SIGUSR2 appends the longest since the last time to the file HOLDS.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const everyMs = 2;
const spent = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

if (isMainThread) {
  let [before, longest] = [spent(), 0];
  const look = () => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
  };
  setInterval(look, everyMs).unref();
  process.on('SIGUSR2', () => {
    look();
    appendFileSync(process.env.HOLDS ?? '', `${longest}\n`);
    longest = 0;
  });
}
