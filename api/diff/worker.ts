/** The thread that makes patches, so that a long one does not block the event loop of the api. */
import { parentPort } from 'node:worker_threads';
import { makePatch, type Change } from './patch.js';

if (!parentPort) throw new Error('this is no worker thread');
const port = parentPort;
port.on('message', (change: Change) => port.postMessage(makePatch(change)));
