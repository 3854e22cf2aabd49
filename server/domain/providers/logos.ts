/** The logos of providers: drawn for this service, so that the catalog looks the same without a network. */
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';

export function logos(): RequestHandler {
  return express.static(fileURLToPath(new URL('./logos', import.meta.url)), { index: false, redirect: false, maxAge: '1 day' });
}
