/** Runs the whole engine in the caller's process: fast, but without isolation from harmful documents. */
import * as engine from '../engine/index.js';
import { convertWith, type InProcessOptions } from './convert-with.js';

/** @throws what the engine throws. */
export const convertInProcess = (bytes: Buffer, options: InProcessOptions): Promise<engine.VerifiedTree> =>
  convertWith(engine, bytes, options);
