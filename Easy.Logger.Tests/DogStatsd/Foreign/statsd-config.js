// Read by statsd as one expression; `config` is what it assigns it to.
{
  // Any that is free. As numbers they would mean the usual ports.
  port: '0',
  mgmt_port: '0',
  address: '127.0.0.1',
  mgmt_address: '127.0.0.1',
  flushInterval: 100,
  // What a flush has is what came since the last one; gauges stay.
  deleteCounters: true,
  deleteTimers: true,
  deleteSets: true,
  automaticConfigReload: false,
  backends: [require('path').join(require('path').dirname(process.argv[2]), 'statsd-backend.js')],
}
