#!/usr/bin/env node
'use strict';

// Old syntax on purpose: the Node that is turned away must be able to read this file.
var NEEDED = 22;

function turnAway(running) {
  var sentence = 'botscope needs Node '.concat(NEEDED, ' or newer, but this is Node ', running, '.\n');
  process.stderr.write(sentence);
  process.exitCode = 2;
}

if (parseInt(process.versions.node, 10) < NEEDED) turnAway(process.versions.node);
else require('./main.cjs');
