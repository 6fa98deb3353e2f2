// A backend of statsd that writes what it was given, for programs: the port first, then a line of JSON for each flush that had something.
'use strict';
const path = require('path');

const own = /^statsd\./;

function others(values, read = (value) => value) {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !own.test(key)).map(([key, value]) => [key, read(value)]));
}

exports.init = function (startupTime, config, events, logger) {
  const udp = require(path.join(path.dirname(process.argv[1]), 'servers', 'udp.js'));
  udp.server.on('listening', () => console.log(`udp=${udp.server.address().port}`));

  // The log is the only place that says which lines it does not take.
  let refused = [];
  const log = logger.log;
  logger.log = function (message, type) {
    const bad = /^Bad line: .* in msg "(.*)"$/s.exec(message);
    if (bad) {
      refused.push(bad[1]);
    } else {
      log.call(logger, message, type);
    }
  };

  events.on('flush', (timestamp, metrics) => {
    if (metrics.counters['statsd.packets_received'] === 0) {
      return;
    }

    const flush = {
      datagrams: metrics.counters['statsd.packets_received'],
      counters: others(metrics.counters),
      gauges: others(metrics.gauges),
      timers: others(metrics.timers),
      timerCounts: others(metrics.timer_counters),
      sets: others(metrics.sets, (set) => set.values()),
      refused,
    };
    console.log(`flush=${JSON.stringify(flush)}`);
    refused = [];
  });

  // It ends with the program that started it.
  process.stdin.on('end', () => process.exit());
  process.stdin.resume();
  return true;
};
