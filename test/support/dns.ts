/** A name server for tests, over UDP (RFC 1035): returns the configured answers, NXDOMAIN for all other names, or no answer at all. */
import dgram from 'node:dgram';
import { once } from 'node:events';

const types: Readonly<Record<number, 'CNAME' | 'TXT'>> = { 5: 'CNAME', 16: 'TXT' };

export type NameServer = Awaited<ReturnType<typeof startNameServer>>;

export async function startNameServer() {
  const records = new Map<string, readonly string[]>();
  const silentNames = new Set<string>();
  const questions = new EventTarget();
  const socket = dgram.createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const { name, end } = nameIn(question);
    const type = types[question.readUInt16BE(end)];
    questions.dispatchEvent(new Event(name));
    if (silentNames.has(name)) return;
    const values = records.get(`${type} ${name}`) ?? [];
    const exists = [...records.keys()].some((key) => key.endsWith(` ${name}`));
    const header = Buffer.alloc(12);
    question.copy(header, 0, 0, 2);
    header.writeUInt16BE(exists ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(values.length, 6);
    const answers = values.map((value) => {
      const data = type === 'TXT' ? Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]) : encodeName(value);
      const head = Buffer.from([0xc0, 12, 0, type === 'TXT' ? 16 : 5, 0, 1, 0, 0, 0, 60, 0, data.length]);
      return Buffer.concat([head, data]);
    });
    socket.send(Buffer.concat([header, question.subarray(12, end + 4), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1').unref();
  await once(socket, 'listening');
  return {
    /** The address of the name server, in the format of the setting DNS_SERVERS. */
    address: `127.0.0.1:${socket.address().port}`,
    say: (type: 'CNAME' | 'TXT', name: string, ...values: readonly string[]) => void records.set(`${type} ${name}`, values),
    forget: (name: string) => {
      for (const key of records.keys()) if (key.endsWith(` ${name}`)) records.delete(key);
    },
    keepSilentAbout: (name: string) => void silentNames.add(name),
    /** Resolves when the name is queried. */
    asked: (name: string) => once(questions, name),
  };
}

/** The name in a query, and the offset of its end. */
function nameIn(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let offset = 12;
  for (let length = message.readUInt8(offset); length > 0; length = message.readUInt8(offset)) {
    labels.push(message.toString('latin1', offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: offset + 1 };
}

function encodeName(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}
