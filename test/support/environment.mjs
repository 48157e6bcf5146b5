/**
 * Jest's environment for Node, in a worker process that ends at once when it has nothing more to do. Node would give back
 * half a gigabyte of contexts piece by piece first, which on a busy machine takes longer than the half second after which
 * jest ends a worker by force. What a test leaves open keeps its worker alive all the same, and is told of.
 */
import { createRequire } from 'node:module';

// jest's own, of the version that jest brings along
const require = createRequire(createRequire(import.meta.resolve('jest')).resolve('jest-cli'));
const { TestEnvironment } = require('jest-environment-node');

const endAtOnce = (code) => process.exit(code);

export default class QuickEnd extends TestEnvironment {
  async teardown() {
    await super.teardown();
    if (!process.send) return; // jest's own process, which has a reporter to hear
    process.off('exit', endAtOnce); // behind those of this file
    process.on('exit', endAtOnce);
  }
}
