/**
 * node's flags for a process of the service; compose file and image give the same ones.
 *
 * The api's young space stays at 1 MiB: an upload passes through as buffers that are garbage at once, and V8 looks for
 * garbage only when its own small objects fill that space. With the default a 300 MB upload takes 90 MB of memory, so
 * 30 MB, at the same speed.
 */
export function nodeFlags(name: string): string[] {
  return ['--enable-source-maps', ...(name === 'api' ? ['--max-semi-space-size=1'] : [])];
}
