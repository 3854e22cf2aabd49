/** An independent S3 server: moto (PyPI), in memory. It accepts every signature until it is set to reject all credentials. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { BucketLocationConstraint, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { bucket } from './s3.ts';

const programName = 'moto_server';

/** The path of the program, from `MOTO_SERVER` or the search path; undefined if it is not installed. */
export function motoProgram(): string | undefined {
  const candidates = [
    process.env.MOTO_SERVER ?? '',
    ...(process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, programName)),
  ];
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return candidate !== '';
    } catch {
      return false;
    }
  });
}

/** The Python in which moto is installed, which also has `requests`; undefined if moto is not installed. */
export function motoPython(): string | undefined {
  const program = motoProgram();
  return program && path.join(path.dirname(program), 'python3');
}

export type Moto = Awaited<ReturnType<typeof startMoto>>;

/** Starts moto with an empty bucket. @throws {Error} if moto is not installed */
export async function startMoto() {
  const program = motoProgram();
  if (program === undefined)
    throw new Error('moto is not installed (pip install "moto[server]", and MOTO_SERVER with the path of moto_server)');
  const server = spawn(program, ['-H', '127.0.0.1', '-p', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`moto ended: ${output}`)));
    server.stderr.on('data', (chunk) => {
      output += String(chunk);
      const address = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
  });
  const { S3_BUCKET: Bucket, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = bucket;
  const client = new S3Client({ region, endpoint: url, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  await client.send(
    new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint: BucketLocationConstraint.eu_north_1 } }),
  );
  return {
    env: { ...bucket, S3_ENDPOINT: url },
    /** Makes the server reject all credentials from now on. */
    refuseAll: () => fetch(`${url}/moto-api/reset-auth`, { method: 'POST', body: '0' }),
    async end() {
      client.destroy();
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill();
      await once(server, 'exit');
    },
  };
}
