/** The thread that makes patches: the event loop of the api stays free however long one takes. */
import { parentPort } from 'node:worker_threads';
import { makePatch, type Change } from './patch.js';

if (!parentPort) throw new Error('this is no worker thread');
const port = parentPort;
port.on('message', (change: Change) => port.postMessage(makePatch(change)));
