/** Files as answers: the bytes, their type, and a name that fits it. */
import type { Request, RequestHandler, Response } from 'express';
import { dispositionOf } from '../server/platform/ports/file-links.ts';
import { nameAs, typeOfName } from './file-names.ts';
import { fileNamed, fileOf } from './files.ts';

const unknown = 'application/octet-stream';

/**
 * Answers a file of the contract, under the name that its Content-Disposition shows, in the type that is answered.
 * @param mediaType of the contract; of any type the file has the one that its name says
 */
export async function sendExample(req: Request, res: Response, mediaType: string, text: string): Promise<void> {
  const shown = nameIn(res) ?? 'file';
  const type = mediaType === '*/*' ? (typeOfName(shown) ?? unknown) : mediaType;
  send(res, nameAs(shown, type), type, isInline(req), await fileOf(type, text));
}

/** Gives an answer in JSON the ending of its type, where the contract shows it as a file. */
export function nameJson(req: Request, res: Response): void {
  const shown = nameIn(res);
  if (shown !== undefined) res.set('Content-Disposition', dispositionOf(nameAs(shown, 'application/json'), isInline(req)));
}

const nameIn = (res: Response) => /filename="(.*?)"/.exec(res.get('Content-Disposition') ?? '')?.[1];

/** Answers what links in answers lead to: `/{name}`. */
export const sendLinked: RequestHandler<{ name: string }> = async (req, res) => {
  const { name } = req.params;
  const type = typeOfName(name) ?? unknown;
  send(res, name, type, type.startsWith('image/') || isInline(req), await fileNamed(name));
};

const isInline = (req: Pick<Request, 'query'>) => req.query.disposition === 'inline';

function send(res: Response, name: string, type: string, inline: boolean, bytes: Uint8Array) {
  res.set('Content-Disposition', dispositionOf(name, inline)).type(type).send(Buffer.from(bytes));
}
