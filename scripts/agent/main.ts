#!/usr/bin/env node
import { requireNode } from '#platform/node-version';

// Runs before anything else is loaded, because an older version may not even be able to parse the rest.
requireNode();
await import('./program.ts');
