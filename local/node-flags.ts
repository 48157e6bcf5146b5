/**
 * node's flags for a process of the service; compose file and image give the same ones.
 *
 * The api's young space stays at 4 MiB: an upload passes through as buffers that are garbage at once, and V8 looks for
 * garbage only when its own small objects fill that space. With the default a 300 MB upload takes 90 MB of memory, so
 * 35 MB. With 1 MiB it takes 30 MB, but of a busy api's time a fifth went into looking.
 */
export function nodeFlags(name: string): string[] {
  return ['--enable-source-maps', ...(name === 'api' ? ['--max-semi-space-size=4'] : [])];
}
