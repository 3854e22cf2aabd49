/**
 * Loaded into a server (`node --import`): measures the longest time that its event loop was blocked. It uses CPU time of the thread, so
 * that other load on the machine makes no difference. On SIGUSR2, the longest time since the last signal is appended to the file HOLDS.
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
