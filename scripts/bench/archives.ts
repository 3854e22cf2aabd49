/** Measures how fast all evidence of an organization is archived and downloaded, and whether memory grows with the number of files. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createCaller } from './ask.ts';
import { withTempFolder } from './folder.ts';
import { startServer } from './server.ts';
import { ms, printTable } from './table.ts';

/** `made` and `sent` are the speeds of export and download in MiB/s; `before` and `peak` the memory of the server process in MiB. */
interface Archive {
  readonly files: number;
  readonly size: number;
  readonly made: number;
  readonly sent: number;
  readonly before: number;
  readonly peak: number;
}
export interface ArchiveResults {
  readonly archives: readonly Archive[];
}

/** How many files the organization has in each step, including those of earlier steps. */
const steps = [100, 1000] as const;
const filesPerTask = 50;
const fileSize = 256 * 1024;
const mebibyte = 2 ** 20;
const key = `cak_${'0'.repeat(64)}`;

export async function measureArchives(): Promise<ArchiveResults> {
  return withTempFolder(async (DATA_DIR) => {
    const env = { DATA_DIR, BOOTSTRAP_API_KEY: key, RATE_LIMIT: '0', ORGANIZATION_RATE_LIMIT: '0', LOG_LEVEL: 'error' };
    const server = await startServer('server/main.ts', env, '/v1/tasks?limit=1', { 'x-api-key': key });
    const ask = createCaller(server.url, { 'x-api-key': key });
    const archives: Archive[] = [];
    let files = 0;
    try {
      for (const [step, targetCount] of steps.entries()) {
        while (files < targetCount) {
          const task = await ask('POST', '/v1/tasks', { title: `Evidence ${files}`, description: 'Files.' });
          const fileData = randomBytes(fileSize).toString('base64');
          for (let n = 0; n < filesPerTask; n += 1, files += 1)
            await ask('POST', `/v1/tasks/${task.id}/attachments`, { fileName: `${n}.bin`, fileType: 'application/octet-stream', fileData });
        }
        const { memory: memoryBefore } = await server.usage();
        let peak = memoryBefore;
        const samplePeak = async () => {
          peak = Math.max(peak, (await server.usage()).memory);
        };
        const startTime = performance.now();
        // Alternates the request, because the same request would be answered with the existing archive.
        const run = await ask('POST', '/v1/evidence-export/all', { includeJson: step % 2 === 0 });
        let state = run;
        while (state.status === 'queued' || state.status === 'running') {
          await Promise.all([samplePeak(), pause(50)]);
          state = await ask('GET', `/v1/runs/${run.id}`);
        }
        if (state.status !== 'completed') throw new Error(`the export has ${state.status}: ${state.error}`);
        const [exportMs, size] = [performance.now() - startTime, Number(state.result.size) / mebibyte];
        const { downloadUrl } = await ask('GET', `/v1/evidence-export/${run.id}/download`);
        const downloadStart = performance.now();
        const answer = await fetch(`${server.url}${new URL(downloadUrl).pathname}${new URL(downloadUrl).search}`);
        let receivedBytes = 0;
        for await (const part of answer.body ?? []) receivedBytes += part.length;
        if (receivedBytes !== state.result.size) throw new Error(`the download has ${receivedBytes} bytes instead of ${state.result.size}`);
        await samplePeak();
        const downloadMs = performance.now() - downloadStart;
        archives.push({ files, size, made: (size / exportMs) * 1000, sent: (size / downloadMs) * 1000, before: memoryBefore, peak });
      }
    } finally {
      await server.stop();
    }
    return { archives };
  });
}

export function printArchives({ archives }: ArchiveResults) {
  printTable(
    ['files', 'MiB', 'made, MiB/s', 'downloaded, MiB/s', 'memory before, MiB', 'peak, MiB'],
    archives.map(({ files, size, made, sent, before: memoryBefore, peak }) => [
      String(files),
      ...[size, made, sent, memoryBefore, peak].map(ms),
    ]),
  );
}
