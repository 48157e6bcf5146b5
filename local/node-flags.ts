/**
 * Node's flags for a process of the service; the compose file and the image use the same ones.
 *
 * The api's young generation is limited to 4 MiB: an upload passes through as buffers that become garbage at once, but V8
 * collects only when its own small objects fill that space. With the default a 300 MB upload takes 90 MB of memory, with
 * 4 MiB 35 MB. With 1 MiB it takes 30 MB, but a loaded api spends a fifth of its time collecting.
 */
export function nodeFlags(name: string): string[] {
  return ['--enable-source-maps', ...(name === 'api' ? ['--max-semi-space-size=4'] : [])];
}
