/** The load, in a process of its own: asks as often as it is told, and prints after how many ms half of the requests were answered. */
import autocannon, { type Options } from 'autocannon';

const options: Omit<Options, 'sampleInt'> = JSON.parse(process.argv[2] ?? '');
const times: number[] = [];
const running = autocannon({ ...options, sampleInt: 20 });
// Its own histogram knows whole milliseconds only.
void running.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => void times.push(time));
const { errors, timeouts, non2xx, '2xx': answered } = await running;
if (errors + timeouts + non2xx > 0 || answered < options.amount) throw new Error(`${options.method} ${options.url}: ${answered} of ${options.amount} answered, ${errors + timeouts} failed, ${non2xx} refused`);
times.sort((a, b) => a - b);
console.log(times[Math.floor(times.length / 2)]);
