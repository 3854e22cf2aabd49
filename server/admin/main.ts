#!/usr/bin/env node
import { requireNode } from '#platform/node-version';

// Check this before any other module is loaded, because an older Node may not even be able to parse them.
requireNode();
await import('./program.ts');
