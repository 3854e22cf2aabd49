/**
 * One process per data directory: two corrupt it silently. A socket beside the directory is the lock: the kernel lets
 * go of it however the process ends, and unlike an abstract socket it is seen from another container on the same volume.
 * A process that connects is told which process holds the lock.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { directoryMode, fileMode } from '../ports/modes.ts';

/** How long to wait for the other process to say which one it is (ms): one that is loading the service answers when it has loaded it. */
const answerTimeout = 10_000;

/** Another process has the directory. */
export class DirectoryInUse extends Error {}

/** @returns unlocks @throws DirectoryInUse naming the process that holds it */
export async function lockDirectory(directory: string): Promise<() => void> {
  fs.mkdirSync(directory, { recursive: true, mode: directoryMode });
  const real = fs.realpathSync(directory);
  const hash = createHash('sha256').update(real).digest('hex');
  // A pipe of Windows goes with its process, and needs no file.
  if (process.platform === 'win32') {
    const pipe = await listen(`\\\\.\\pipe\\${hash}`);
    if (!pipe) throw taken(directory, await holder(`\\\\.\\pipe\\${hash}`));
    return () => void pipe.close();
  }
  // Within one network namespace the abstract name closes the gap between finding a dead socket and replacing it.
  const name = process.platform === 'linux' ? await listen(`\0${hash}`) : undefined;
  if (name === null) throw taken(directory, await holder(`\0${hash}`));
  const file = path.relative('.', path.join(path.dirname(real), `.${path.basename(real)}.lock`));
  let socket = await listen(file);
  if (!socket) {
    const other = await holder(file);
    if (other !== undefined) {
      name?.close();
      throw taken(directory, other);
    }
    fs.rmSync(file, { force: true });
    socket = await listen(file);
  }
  if (!socket) {
    name?.close();
    throw taken(directory, await holder(file));
  }
  fs.chmodSync(file, fileMode);
  const held = socket;
  return () => {
    held.close();
    name?.close();
  };
}

function taken(directory: string, pid: string | undefined): Error {
  return new DirectoryInUse(`${directory} is in use by another process${pid ? ` (pid ${pid})` : ''}`);
}

/** @returns null when the address is taken */
function listen(address: string): Promise<net.Server | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((peer) => peer.on('error', () => undefined).end(String(process.pid))).unref();
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(address, () => resolve(server));
  });
}

/** The id of the process that listens there; undefined when there is none. */
function holder(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let pid = '';
    net
      .connect(address)
      .on('data', (part) => {
        pid += String(part);
      })
      .once('end', () => resolve(pid))
      .once('error', () => resolve(undefined))
      .setTimeout(answerTimeout, () => resolve(pid));
  });
}
