/**
 * Loaded into a server (`node --import`): measures the longest time that its event loop was blocked. It uses CPU time of the thread, so
 * that other load on the machine makes no difference. On SIGUSR2, the longest time since the last signal is appended to the file HOLDS.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const everyMs = 2;
const cpuTime = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

if (isMainThread) {
  let [previousTime, longest] = [cpuTime(), 0];
  const look = () => {
    const currentTime = cpuTime();
    longest = Math.max(longest, currentTime - previousTime);
    previousTime = currentTime;
  };
  setInterval(look, everyMs).unref();
  process.on('SIGUSR2', () => {
    look();
    appendFileSync(process.env.HOLDS ?? '', `${longest}\n`);
    longest = 0;
  });
}
