/**
 * Run in place of an engine process: what an exploit in the reader of PDFs would try. It answers what it could do; an attempt
 * that was refused says why.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Attack {
  /** The worker's. */
  pid: number;
  /** A file of the worker's outside the job's folder. */
  secretPath: string;
  /** A folder of the worker's. */
  outsideFolder: string;
  /** In the environment of the worker, its parents and the test's servers. */
  marker: string;
  listeners: { host: string; port: number }[];
  /** `look`: all that changes nothing, to be tried without a sandbox. */
  kind:
    | 'all'
    | 'look'
    | 'memory'
    | 'protect'
    | 'fill'
    | 'hide'
    | 'deepen'
    | 'unlink'
    | 'link'
    | 'endless'
    | 'chatter'
    | 'lie';
  /** What a liar writes to the job's file, and the event that it sends. */
  lie?: { written?: string; event: unknown };
}

const EVENT_FD = 3;
const FORKS = 1_000;
/** Below the limit of a single file. */
const FILE_MIB = 256;
const MIB = Buffer.alloc(1024 * 1024, 1);

const send = (event: unknown): void => void writeSync(EVENT_FD, `${JSON.stringify(event)}\n`);

// the engine was itself until it read the document
send({ type: 'ready' });
const job = JSON.parse(await text(process.stdin)) as { pdfPath: string; outPath: string; attack: Attack };
const { attack } = job;

function attempt(work: () => unknown): string {
  try {
    return `done: ${String(work())}`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code ?? message;
  }
}

function reach({ host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve) => {
    const finish = (outcome: string): void => resolve(outcome);
    try {
      const socket = connect({ host, port }, () => finish('done: connected'));
      socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
    } catch (error) {
      finish((error as NodeJS.ErrnoException).code ?? (error as Error).message);
    }
  });
}

/** Looks through all processes that can be seen. */
function stealEnvironment(): string {
  const stolen = ['self', String(attack.pid), String(process.ppid), ...processes()].filter((pid) =>
    attempt(() => readFileSync(`/proc/${pid}/environ`, 'latin1').includes(attack.marker)).endsWith('true'),
  );
  return stolen.join(' ');
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

const forked = (): number => {
  let children = 0;
  for (let i = 0; i < FORKS; i++) {
    if (attempt(() => spawnSync('/usr/bin/true').status === 0).endsWith('true')) children += 1;
    else if (i > 20) break;
  }
  return children;
};

async function all(): Promise<Record<string, unknown>> {
  const target = (name: string): string => attempt(() => writeFileSync(name, 'hostile'));
  return {
    ...(await look()),
    written: [join(attack.outsideFolder, 'x'), '/x', '/tmp/x', '/dev/shm/x', job.pdfPath].map(target),
    program: target(new URL('../../worker/engine-child.js', import.meta.url).pathname),
    own: target(job.outPath),
  };
}

async function look(): Promise<Record<string, unknown>> {
  return {
    environment: stealEnvironment(),
    secret: attempt(() => readFileSync(attack.secretPath, 'utf8')),
    passwords: attempt(() => readFileSync('/etc/passwd', 'utf8').length),
    listing: attempt(() => readdirSync(attack.outsideFolder).length),
    reached: await Promise.all(attack.listeners.map(reach)),
    forked: forked(),
    signalled: [attack.pid, process.ppid].filter((pid) => pid > 1).map((pid) => attempt(() => process.kill(pid, 0))),
  };
}

/** Reports to the test, and answers what the job does. */
function answer(value: unknown): void {
  send({ type: 'attacked', value });
  send({ type: 'result', value: [] });
}

function fill(path: string, opened: () => void = () => {}): never {
  for (;;) fillFile(path, opened);
}

function fillFile(path: string, opened: () => void): void {
  const out = openSync(path, 'w');
  opened();
  for (let written = 0; written < FILE_MIB; written++) writeSync(out, MIB);
}

/** Fills the disk, and waits with it, in a folder that its owner has no rights to. */
function fillHidden(): never {
  const hidden = join(dirname(job.outPath), 'hidden');
  mkdirSync(hidden);
  fillFile(join(hidden, 'file'), () => {
    chmodSync(hidden, 0);
    chmodSync(dirname(job.outPath), 0);
  });
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Makes a path that is longer than any system call takes, without rights at its end. */
function deepen(): void {
  process.chdir(dirname(job.outPath));
  const name = 'd'.repeat(200);
  for (let depth = 0; depth < 50; depth++) {
    mkdirSync(name);
    process.chdir(name);
  }
  writeFileSync('file', 'hostile');
  chmodSync('.', 0);
}

/** By architecture: numbers of memfd_create, shmget, mmap, prlimit64 and mprotect. */
const CALLS: Readonly<Record<string, readonly number[]>> = {
  x64: [319, 29, 9, 302, 10],
  arm64: [279, 194, 222, 261, 226],
};

/**
 * Asks the kernel for memory in each way that the limit of data may not count, as native code can, and writes per line what
 * was had. `private` is what any program needs.
 */
const MEMORY = String.raw`
my ($memfd, $shmget, $mmap, $prlimit, $mprotect, $path) = @ARGV;
my ($size, $write) = (256 << 20, 3);
open(my $out, '>', $path) or die $!;
sub told { my ($name, $got) = @_; printf $out "%s %s
", $name, $got == -1 ? $!{EPERM} ? 'EPERM' : $!{ENOMEM} ? 'ENOMEM' : "$!" : 'done'; }
my $name = 'x';
told('memfd', syscall($memfd, $name, 0));
told('segment', syscall($shmget, 0, $size, 0600));
told('shared', syscall($mmap, 0, $size, $write, 0x8021, -1, 0));
open(my $zero, '+<', '/dev/zero') or die $!;
told('zero', syscall($mmap, 0, $size, $write, 0x8001, fileno($zero), 0));
told('growing', syscall($mmap, 0, $size, $write, 0x8122, -1, 0));
my $limits = pack('QQ', 1 << 40, 1 << 40);
told('stack', syscall($prlimit, 0, 3, $limits, 0));
told('private', syscall($mmap, 0, $size, $write, 0x8022, -1, 0));
told('much', syscall($mmap, 0, 64 << 30, $write, 0x4022, -1, 0));
`;

/**
 * Fills memory and takes away its own right to write there, again and again: the limit of data counts what can be written.
 * It holds more than that limit where nobody ends it, and waits.
 */
const PROTECT = String.raw`
my ($mmap, $mprotect) = @ARGV[2, 4];
my $size = 32 << 20;
for (1 .. 96) {
  my $place = syscall($mmap, 0, $size, 3, 0x8022, -1, 0);
  exit 1 if $place == -1 || syscall($mprotect, $place, $size, 1) == -1;
}
sleep 1 while 1;
`;

/** Becomes another program, as native code can. */
function become(script: string): never {
  const numbers = (CALLS[process.arch] ?? []).map(String);
  return process.execve!('/usr/bin/perl', ['perl', '-MErrno', '-e', script, ...numbers, job.outPath], {
    PATH: '/usr/bin',
  });
}

switch (attack.kind) {
  case 'all':
    answer(await all());
    break;
  case 'look':
    answer(await look());
    break;
  case 'memory':
    answer(null);
    become(MEMORY);
  // eslint-disable-next-line no-fallthrough -- it has no end
  case 'protect':
    become(PROTECT);
  // eslint-disable-next-line no-fallthrough -- it has no end
  case 'fill':
    fill(job.outPath);
  // eslint-disable-next-line no-fallthrough -- it has no end
  case 'hide':
    fillHidden();
  // eslint-disable-next-line no-fallthrough -- it has no end
  case 'unlink':
    fill(job.outPath, () => unlinkSync(job.outPath));
  // eslint-disable-next-line no-fallthrough -- it has no end
  case 'deepen':
    deepen();
    answer(null);
    break;
  case 'link':
    symlinkSync(attack.secretPath, job.outPath);
    answer(null);
    break;
  case 'endless':
    for (;;) writeSync(EVENT_FD, MIB);
  // eslint-disable-next-line no-fallthrough -- it has no end
  case 'chatter':
    for (;;) send({ type: 'page-done', page: 1, more: 'x'.repeat(10_000) });
  // eslint-disable-next-line no-fallthrough -- it has no end
  case 'lie':
    if (attack.lie?.written !== undefined) writeFileSync(job.outPath, attack.lie.written);
    send(attack.lie?.event);
    break;
}
process.exit(0);
