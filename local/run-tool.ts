/** Runs a build tool, passes on each line of its output as progress, keeps the last ones for the error message. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Tool = {
  command: string;
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Called with each line of output. */
  onLine?: (line: string) => void;
};

const KEPT_LINES = 12;

export async function runTool(tool: Tool): Promise<void> {
  const kept: string[] = [];
  const child = spawn(tool.command, tool.args, {
    cwd: tool.cwd,
    env: { ...process.env, ...tool.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([AbortSignal.timeout(tool.timeoutMs), ...(tool.signal ? [tool.signal] : [])]),
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      kept.push(line);
      if (kept.length > KEPT_LINES) kept.shift();
      tool.onLine?.(line);
    });
  }
  const end = await new Promise<string | null>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(explain(error, tool)));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? null : `${tool.command} ended with ${signal ?? `exit ${code}`}`),
    );
  });
  if (end !== null) throw new Error([end, ...kept].join('\n    '));
}

function explain(error: NodeJS.ErrnoException, tool: Tool): string {
  if (error.code === 'ENOENT') return `no "${tool.command}" on the PATH`;
  if (tool.signal?.aborted) return `${tool.command} was stopped`;
  if (error.name === 'AbortError')
    return `${tool.command} was stopped after ${Math.round(tool.timeoutMs / 60_000)} minutes`;
  return `${tool.command}: ${error.message}`;
}
