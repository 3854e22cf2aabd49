/** Sends files as answers: the bytes, their type, and a matching name. */
import type { Request, RequestHandler, Response } from 'express';
import { dispositionOf } from '#platform/ports/file-links';
import { withExtension, typeOfName } from './file-names.ts';
import { createNamedFile, createFile } from './files.ts';

const unknown = 'application/octet-stream';

/**
 * Sends an example of the contract as a file, with the name in its Content-Disposition and the given type.
 * @param mediaType of the contract; a file of any type has the type of its file name extension
 */
export async function sendExample(req: Request, res: Response, mediaType: string, text: string): Promise<void> {
  const shown = nameIn(res) ?? 'file';
  const type = mediaType === '*/*' ? (typeOfName(shown) ?? unknown) : mediaType;
  send(res, withExtension(shown, type), type, isInline(req), await createFile(type, text));
}

/** Changes the file name of an answer to .json if the contract declares the answer as a file. */
export function nameJsonFile(req: Request, res: Response): void {
  const shown = nameIn(res);
  if (shown !== undefined) res.set('Content-Disposition', dispositionOf(withExtension(shown, 'application/json'), isInline(req)));
}

const nameIn = (res: Response) => /filename="(.*?)"/.exec(res.get('Content-Disposition') ?? '')?.[1];

/** Serves the targets of links in answers: `/{name}`. */
export const sendLinkTarget: RequestHandler<{ name: string }> = async (req, res) => {
  const { name } = req.params;
  const type = typeOfName(name) ?? unknown;
  send(res, name, type, type.startsWith('image/') || isInline(req), await createNamedFile(name));
};

const isInline = (req: Pick<Request, 'query'>) => req.query.disposition === 'inline';

function send(res: Response, name: string, type: string, inline: boolean, bytes: Uint8Array) {
  res.set('Content-Disposition', dispositionOf(name, inline)).type(type).send(Buffer.from(bytes));
}
