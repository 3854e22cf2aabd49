/** Serves the logos of providers. They were drawn for this service, so displaying the catalog needs no other server. */
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';

export function serveLogos(): RequestHandler {
  return express.static(fileURLToPath(new URL('./logos', import.meta.url)), { index: false, redirect: false, maxAge: '1 day' });
}
