#!/usr/bin/env node
'use strict';

// Old syntax on purpose: the Node that is turned away must be able to read this file.
var NEEDED = 22;

/** The folder for compiled code: below XDG_CACHE_HOME if that is absolute, else below ~/.cache. */
function cacheFolder() {
  var path = require('node:path');
  var given = process.env.XDG_CACHE_HOME || '';
  var base = path.isAbsolute(given) ? given : path.join(require('node:os').homedir(), '.cache');
  return path.join(base, 'botscope');
}

function start() {
  try {
    require('node:module').enableCompileCache(cacheFolder());
  } catch (_error) {
    // Without the cache the start is slower, nothing else.
  }
  require('./main.cjs');
}

function turnAway(running) {
  var sentence = 'botscope needs Node '.concat(NEEDED, ' or newer, but this is Node ', running, '.\n');
  process.stderr.write(sentence);
  process.exitCode = 2;
}

if (parseInt(process.versions.node, 10) < NEEDED) turnAway(process.versions.node);
else start();
