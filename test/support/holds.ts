/**
 * Loaded into a server (`node --import`): measures the longest time that its event loop was blocked. It uses CPU time of the thread, so
 * that other load on the machine makes no difference. On SIGUSR2, the longest time since the last signal is appended to the file HOLDS.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const intervalMs = 2;
const cpuTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

if (isMainThread) {
  let [previousTime, longest] = [cpuTime(), 0];
  const measure = () => {
    const currentTime = cpuTime();
    longest = Math.max(longest, currentTime - previousTime);
    previousTime = currentTime;
  };
  setInterval(measure, intervalMs).unref();
  process.on('SIGUSR2', () => {
    measure();
    appendFileSync(process.env.HOLDS ?? '', `${longest}\n`);
    longest = 0;
  });
}
