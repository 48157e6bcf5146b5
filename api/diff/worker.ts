/** The thread that compares texts, so that a long comparison does not block the event loop of the api. */
import { parentPort } from 'node:worker_threads';
import { makePatch, type Change, type Patch } from './patch.js';
import { similarFiles, type LooseFile } from './renames.js';

/** What the thread is asked, and its answers. */
export interface Jobs {
  patch: { input: Change; answer: Patch };
  similar: { input: { removed: LooseFile[]; added: LooseFile[] }; answer: Map<string, string> };
}

export type Job = { [Name in keyof Jobs]: { name: Name; input: Jobs[Name]['input'] } }[keyof Jobs];

if (!parentPort) throw new Error('this is no worker thread');
const port = parentPort;
port.on('message', (job: Job) => port.postMessage(answerOf(job)));

function answerOf(job: Job): Jobs[keyof Jobs]['answer'] {
  return job.name === 'patch' ? makePatch(job.input) : similarFiles(job.input.removed, job.input.added);
}
