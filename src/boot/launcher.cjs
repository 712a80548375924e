#!/usr/bin/env node
'use strict';

// Old syntax on purpose: a Node that is too old must be able to parse this file.
var NEEDED = 22;

function refuse(running) {
  var sentence = 'botscope needs Node '.concat(NEEDED, ' or newer, but this is Node ', running, '.\n');
  process.stderr.write(sentence);
  process.exitCode = 2;
}

if (parseInt(process.versions.node, 10) < NEEDED) refuse(process.versions.node);
else if (process.argv[2] === 'serve') require('./serve.cjs');
else require('./main.cjs');
