import { createHook } from 'node:async_hooks';

/** Counts what this process asks of the network from now on, whichever module asks: TCP connects and look-ups of names. */
export function countConnects() {
  const counts = { connects: 0, lookups: 0 };
  const hook = createHook({
    init(_id, type) {
      if (type === 'TCPCONNECTWRAP') counts.connects += 1;
      if (type === 'GETADDRINFOREQWRAP' || type === 'QUERYWRAP') counts.lookups += 1;
    },
  }).enable();
  return { counts, stop: () => hook.disable() };
}
