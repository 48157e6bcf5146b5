/** Milliseconds of processor time that a piece of work takes; on a busy machine the clock tells of others' work. */
export function cpuMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
