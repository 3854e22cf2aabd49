/** `res.json` with what this service needs of it: no ETag of the text, which operations make themselves, and one write for head and body. */
import type { Express, Response } from 'express';

export function answersJson(app: Express) {
  app.response.json = function json(this: Response, body: unknown) {
    const text = JSON.stringify(body);
    const type = this.getHeader('Content-Type') ?? 'application/json';
    if (!String(type).includes(';')) this.setHeader('Content-Type', `${String(type)}; charset=utf-8`);
    this.setHeader('Content-Length', Buffer.byteLength(text));
    return this.end(text);
  };
}
