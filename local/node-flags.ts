/** V8's options for the programs that would take more memory than they need. */
const HEAP: Readonly<Record<string, readonly string[]>> = {
  api: ['--max-semi-space-size=4'],
  worker: ['--max-semi-space-size=4', '--heap-growing-percent=30'],
};

/**
 * Node's flags for a process of the service; the compose file and the manifests use the same ones, and the image those of the
 * api, which it starts.
 *
 * The young generation is limited (its half, in MiB), because V8 collects only when its own small objects fill that space:
 * - api: an upload passes through as buffers that become garbage at once. With the default a 300 MB upload takes 90 MB of
 *   memory, with 4 MiB 35 MB. With 1 MiB it takes 30 MB, but a loaded api spends a fifth of its time collecting.
 * - worker: it has three heaps, its own and one for the workflows of each of two queues, and an idle one collects nothing.
 *   After the starts of 4,000 runs it held 635 and 691 MB with the default (128 MiB of each young generation), 420 and
 *   602 MB with 8 MiB, and 382 and 388 MB where the old generation may grow by 30 % as well; processor time was 13 % more.
 */
export function nodeFlags(name: string): string[] {
  return ['--enable-source-maps', ...(HEAP[name] ?? [])];
}
