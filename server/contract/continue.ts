import type { Server } from 'node:http';

/**
 * Answers `Expect: 100-continue` when the body is first read. A request that is refused before that gets only its final answer, and Node closes
 * its connection, because the client may send the body or not.
 */
export function continueOnRead(server: Server) {
  server.on('checkContinue', (req, res) => {
    // Every way to read a stream begins with one of these listeners.
    req.on('newListener', function continueOnce(event) {
      if (event !== 'data' && event !== 'readable') return;
      req.off('newListener', continueOnce);
      if (!res.headersSent) res.writeContinue();
    });
    server.emit('request', req, res);
  });
}
