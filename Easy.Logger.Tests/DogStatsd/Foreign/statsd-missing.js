// statsd 0.9.0 is older than the Node.js that has no util.log any more.
'use strict';
const util = require('util');
util.log = console.log;
