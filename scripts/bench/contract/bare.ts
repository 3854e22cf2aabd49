/** Express with a route for each operation and no contract. Invalid requests are answered like valid ones. */
import express from 'express';
import { printAddress, readDocument, addRoutes, stubsOf } from './subject.ts';

const app = express().disable('x-powered-by').disable('etag').use(express.json());
addRoutes(app, stubsOf(readDocument()));
const server = app.listen(0, '127.0.0.1', () => printAddress(server));
