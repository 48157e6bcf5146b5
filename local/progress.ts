/** Shows what the start is doing and for how long: one line that is rewritten on a terminal, occasional lines elsewhere. */
export type Report = (what: string) => void;

/** For long-running work: where to report progress, and when to abort. */
export type Watch = { report: Report; signal?: AbortSignal };

export type Task = { report: Report; done: (how?: string) => void; failed: () => void };

export type Progress = { begin: (title: string) => Task };

/** Quiet progress, for callers that only want the result. */
export const silent: Progress = { begin: () => ({ report: () => {}, done: () => {}, failed: () => {} }) };

const EVERY_MS = { terminal: 200, file: 15_000 };

type Line = { title: string; begun: number; what: string };

/** Several tasks may run at once; each is shown with its elapsed time. */
export function createProgress(out: NodeJS.WriteStream): Progress {
  const lines = new Set<Line>();
  let timer: NodeJS.Timeout | undefined;
  let shown = false;
  const seconds = (line: Line) => `${((performance.now() - line.begun) / 1000).toFixed(out.isTTY ? 0 : 1)} s`;
  const clear = () => {
    if (shown && out.isTTY) out.write('\r\x1b[2K');
    shown = false;
  };
  const show = () => {
    const now = [...lines].map((line) => `${line.title}: ${line.what || 'starting'} (${seconds(line)})`);
    clear();
    if (now.length === 0) return;
    if (out.isTTY) out.write(now.join(' · ').slice(0, (out.columns || 80) - 1));
    else for (const text of now) out.write(`  ... ${text}\n`);
    shown = true;
  };
  const end = (line: Line, text: string) => {
    lines.delete(line);
    if (lines.size === 0) clearInterval(timer);
    clear();
    out.write(`  ${text}\n`);
  };
  return {
    begin(title) {
      const line: Line = { title, begun: performance.now(), what: '' };
      if (lines.size === 0) {
        timer = setInterval(show, out.isTTY ? EVERY_MS.terminal : EVERY_MS.file);
        timer.unref();
      }
      lines.add(line);
      return {
        report: (what) => void (line.what = what),
        done: (how) => end(line, `${title}: ${how ?? 'ready'} (${seconds(line)})`),
        failed: () => end(line, `${title}: failed (${seconds(line)})`),
      };
    },
  };
}
