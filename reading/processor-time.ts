/** What a process has used of the processors. */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for programs, whatever its own clock. */
const MS_PER_TICK = 10;
/** Places of `utime` and `stime` behind the name, which is in brackets and may contain spaces: proc_pid_stat(5). */
const USER = 11;
const SYSTEM = 12;

/** Milliseconds of processor time that a process has used; null if the system does not report it, or the process is gone. */
export function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER]) + Number(fields[SYSTEM])) * MS_PER_TICK;
  } catch {
    return null; // another system than Linux, or the process has ended, which its reader learns by itself
  }
}
