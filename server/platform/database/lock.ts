/**
 * Locks a data directory for one process, because two processes would silently corrupt it. The lock is a socket file next to the directory.
 * The kernel releases it even if the process is killed, and other containers that share the volume see it, unlike an abstract socket. A
 * process that connects receives the process id of the holder.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { directoryMode, fileMode } from '../ports/modes.ts';

/** Milliseconds to wait for the holder's process id, because a process answers only after it has loaded the service. */
const answerTimeout = 10_000;

/** Another process uses the directory. */
export class DirectoryInUse extends Error {}

/** @returns a function that unlocks @throws DirectoryInUse with the id of the process that holds the lock */
export async function lockDirectory(directory: string): Promise<() => void> {
  fs.mkdirSync(directory, { recursive: true, mode: directoryMode });
  const realDirectory = fs.realpathSync(directory);
  const hash = createHash('sha256').update(realDirectory).digest('hex');
  // A Windows pipe ends with its process and needs no file.
  if (process.platform === 'win32') {
    const pipe = await listen(`\\\\.\\pipe\\${hash}`);
    if (!pipe) throw inUseError(directory, await holderOf(`\\\\.\\pipe\\${hash}`));
    return () => void pipe.close();
  }
  // Within one network namespace, the abstract name closes the gap between detecting a dead socket and replacing it.
  const abstractSocket = process.platform === 'linux' ? await listen(`\0${hash}`) : undefined;
  if (abstractSocket === null) throw inUseError(directory, await holderOf(`\0${hash}`));
  const file = path.relative('.', path.join(path.dirname(realDirectory), `.${path.basename(realDirectory)}.lock`));
  let socket = await listen(file);
  if (!socket) {
    const holderPid = await holderOf(file);
    if (holderPid !== undefined) {
      abstractSocket?.close();
      throw inUseError(directory, holderPid);
    }
    fs.rmSync(file, { force: true });
    socket = await listen(file);
  }
  if (!socket) {
    abstractSocket?.close();
    throw inUseError(directory, await holderOf(file));
  }
  fs.chmodSync(file, fileMode);
  const lock = socket;
  return () => {
    lock.close();
    abstractSocket?.close();
  };
}

function inUseError(directory: string, pid: string | undefined): Error {
  return new DirectoryInUse(`${directory} is in use by another process${pid ? ` (pid ${pid})` : ''}`);
}

/** @returns null when the address is in use */
function listen(address: string): Promise<net.Server | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((peer) => peer.on('error', () => undefined).end(String(process.pid))).unref();
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(address, () => resolve(server));
  });
}

/** Returns the id of the process listening at an address; undefined when there is none. */
function holderOf(address: string): Promise<string | undefined> {
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
