#!/usr/bin/env node
import { requireNode } from '#platform/node-version';

// Runs before other modules are loaded, because an older Node.js may not even be able to parse them.
requireNode();
await import('./program.ts');
