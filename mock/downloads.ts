/** Sends files as responses, with their media type and a matching file name. */
import type { Request, RequestHandler, Response } from 'express';
import { dispositionOf } from '#platform/ports/file-links';
import { withExtension, typeOfName } from './file-names.ts';
import { createNamedFile, createFile } from './files.ts';

const defaultType = 'application/octet-stream';

/**
 * Sends an example of the contract as a file, with the file name in its Content-Disposition.
 * @param mediaType the media type in the contract; if the contract allows every type, the extension of the file name determines the type
 */
export async function sendExample(req: Request, res: Response, mediaType: string, text: string): Promise<void> {
  const exampleName = fileNameOf(res) ?? 'file';
  const type = mediaType === '*/*' ? (typeOfName(exampleName) ?? defaultType) : mediaType;
  send(res, withExtension(exampleName, type), type, isInline(req), await createFile(type, text));
}

/** Changes the extension of the file name to .json if the JSON response has a file name. */
export function nameJsonFile(req: Request, res: Response): void {
  const exampleName = fileNameOf(res);
  if (exampleName !== undefined)
    res.set('Content-Disposition', dispositionOf(withExtension(exampleName, 'application/json'), isInline(req)));
}

const fileNameOf = (res: Response) => /filename="(.*?)"/.exec(res.get('Content-Disposition') ?? '')?.[1];

/** Serves the files to which links in responses lead. The last part of the path is the file name. */
export const sendLinkTarget: RequestHandler<{ name: string }> = async (req, res) => {
  const { name } = req.params;
  const type = typeOfName(name) ?? defaultType;
  send(res, name, type, type.startsWith('image/') || isInline(req), await createNamedFile(name));
};

const isInline = (req: Pick<Request, 'query'>) => req.query.disposition === 'inline';

function send(res: Response, name: string, type: string, isInlineFile: boolean, bytes: Uint8Array) {
  res.set('Content-Disposition', dispositionOf(name, isInlineFile)).type(type).send(Buffer.from(bytes));
}
