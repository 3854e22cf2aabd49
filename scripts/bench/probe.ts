/** Loaded into a server before its own code: tells who started it what it has used until now, all its threads together. */
process.on('message', () => void process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }));
process.channel?.unref();
