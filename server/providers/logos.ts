/** Serves the logos of providers. They were drawn for this service, so the catalog needs no other server to display them. */
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';

export function serveLogos(): RequestHandler {
  return express.static(fileURLToPath(new URL('./logos', import.meta.url)), { index: false, redirect: false, maxAge: '1 day' });
}
