/**
 * What keeps an engine process away from the rest of the machine, found out at start: bubblewrap's namespaces where the
 * system allows them, Node's permission model and no-new-privs in any case. See docs/decisions/0041-sandbox.md.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, type Config } from '../../infra/config.js';
import type { JobView } from './job-folder.js';
import { seccompFilter, type Forking } from './seccomp.js';

/** The compiled sources, the packages and the file that says that the sources are modules: all that the program consists of. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROGRAM = ['dist', 'node_modules', 'package.json'].map((name) => join(ROOT, name));
/** What programs of the system need besides /usr; none of it is secret. */
const SYSTEM = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/fonts'];
const USR_LINKS = ['bin', 'lib', 'lib32', 'lib64', 'sbin'];
/** Where the process finds its own folder. */
export const INSIDE: JobView = { in: '/job/in', out: '/job/out' };
/** The descriptor that bubblewrap reads the system call filter from. */
const SECCOMP_FD = 4;
const PROBE_TIMEOUT_MS = 10_000;

/**
 * All of an engine process's environment. Without HOME the canvas asks the system for the user, who has no name in a sandbox.
 * The tunable has glibc ask for huge pages: half of the page faults of a start were those of the snapshot's two copies.
 */
export const ENGINE_ENVIRONMENT = { HOME: '/nonexistent', GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

/** Kills the process when the worker dies, even if it is in an endless loop, and takes away what setuid programs give. */
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
const GUARD = SETPRIV ? [SETPRIV, '--pdeathsig', 'KILL', '--no-new-privs'] : [];
const BWRAP = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap'];
const PROBE = '/usr/bin/true';

export interface Bubblewrap {
  program: string;
  /** Whether system calls are filtered; not on architectures whose numbers are not known. */
  filtered: boolean;
}

export interface Confinement {
  /** Null where it is not installed, or the system allows no namespaces. */
  bubblewrap: Bubblewrap | null;
  /** Why there is none. */
  missing: string | null;
}

/** No namespaces, as on a system without bubblewrap. */
export const unconfined = (why: string): Confinement => ({ bubblewrap: null, missing: why });

let found: Confinement | null = null;

/** What this system allows. Tried once. */
export function findConfinement(): Confinement {
  return (found ??= probe());
}

function probe(): Confinement {
  const program = BWRAP.find((path) => existsSync(path));
  if (!program) return unconfined('bubblewrap is not installed');
  const bubblewrap = { program, filtered: seccompFilter('refused') !== null };
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-probe-'));
  const filters = bubblewrap.filtered ? writeFilters(folder) : null;
  const filter = filters && openSync(filters.refused, 'r');
  try {
    const options = bubblewrapArguments(bubblewrap, { in: folder, out: folder }, []);
    const [command = program, ...args] = guarded([program, ...options, PROBE]);
    const stdio = ['ignore', 'ignore', 'pipe', 'ignore', filter ?? 'ignore'] as const;
    const done = spawnSync(command, args, { env: {}, stdio: [...stdio], timeout: PROBE_TIMEOUT_MS });
    if (done.status === 0) return { bubblewrap, missing: null };
    const why = done.stderr?.toString().trim() || done.error?.message || `exit ${done.status ?? done.signal}`;
    return unconfined(`bubblewrap cannot be used: ${why}`);
  } finally {
    if (filter !== null) closeSync(filter);
    rmSync(folder, { recursive: true });
  }
}

/** Paths of the filters of system calls. */
type Filters = Readonly<Record<Forking, string>>;

function writeFilters(folder: string): Filters {
  const paths = { refused: join(folder, 'no-fork.bpf'), allowed: join(folder, 'fork.bpf') };
  for (const forking of ['refused', 'allowed'] as const)
    writeFileSync(paths[forking], seccompFilter(forking) ?? '', { mode: 0o600 });
  return paths;
}

/** Where engine processes live. */
export interface Premises {
  /** Gets their own folders. */
  root: string;
  bubblewrap: Bubblewrap | null;
  filters: Filters | null;
  /** Files and folders that they may read besides the program and their own folder. */
  readable: readonly string[];
}

/** @param parent gets the folder that `close` of the pool removes */
export function openPremises(parent: string, { bubblewrap }: Confinement, readable: readonly string[]): Premises {
  const root = mkdtempSync(join(parent, 'engines-'));
  return { root, bubblewrap, readable, filters: bubblewrap?.filtered ? writeFilters(root) : null };
}

/** The command line of a program that dies with the worker and gains no privilege. */
export const guarded = (program: string[]): string[] => [...GUARD, ...program];

/**
 * In production an engine process without a network of its own has to be wanted.
 *
 * @throws ConfigError
 */
export function requireIsolation(
  { missing }: Confinement,
  { nodeEnv, engine }: Pick<Config, 'nodeEnv' | 'engine'>,
): void {
  if (missing === null || nodeEnv !== 'production' || engine.sandbox === 'weak') return;
  throw new ConfigError(
    `The processes that read PDFs would reach the network: ${missing}.\n` +
      '  Let the worker use bubblewrap (docs/operating.md), or set ENGINE_SANDBOX=weak to accept that.',
  );
}

/** What holds, for the log. */
export function describeConfinement({ bubblewrap, missing }: Confinement) {
  return {
    permissionModel: true,
    noNewPrivileges: bubblewrap !== null || SETPRIV !== undefined,
    ownFolder: true,
    namespaces: bubblewrap ? 'user, pid, network, ipc, uts' : 'none',
    readOnlyRoot: bubblewrap !== null,
    systemCallFilter: bubblewrap?.filtered ?? false,
    ...(missing === null ? {} : { missing }),
  };
}

/**
 * The options before the program: namespaces of its own for users, processes, network, messages and names; a read-only
 * file system of the program, the system's libraries and the input; one folder to write. There is no /proc, since nothing
 * in it is needed and containers do not let it be mounted. The file systems in memory are read-only too, or they would
 * hold what the folder's limit does not count.
 */
export function bubblewrapArguments(
  { filtered }: Bubblewrap,
  folder: { in: string; out: string },
  readable: readonly string[],
): string[] {
  const readOnly = (path: string): string[] => ['--ro-bind-try', path, path];
  const node = realpathSync(process.execPath);
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--die-with-parent', '--cap-drop', 'ALL', '--clearenv', '--chdir', '/'],
    ...Object.entries(ENGINE_ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--ro-bind', '/usr', '/usr'],
    ...USR_LINKS.filter((name) => existsSync(`/usr/${name}`)).flatMap((name) => [
      '--symlink',
      `usr/${name}`,
      `/${name}`,
    ]),
    ...SYSTEM.flatMap(readOnly),
    ...[...PROGRAM, process.execPath, node, ...readable].flatMap(readOnly),
    ...['--ro-bind', folder.in, INSIDE.in, '--bind', folder.out, INSIDE.out],
    ...['--dev', '/dev', '--remount-ro', '/dev', '--remount-ro', '/'],
    ...(filtered ? ['--seccomp', String(SECCOMP_FD)] : []),
  ];
}

/** Node's options for a process that reads the program and `in`, and writes `out`. */
export function permissionArguments(view: JobView, readable: readonly string[], forking: Forking): string[] {
  const program = PROGRAM.flatMap((path) => (existsSync(path) ? [path, realpathSync(path)] : []));
  const read = [...new Set([...program, ...readable, view.in, view.out])];
  return [
    '--permission',
    '--allow-addons', // the canvas
    '--no-experimental-sqlite', // which opens files without asking the model
    '--disable-warning=SecurityWarning',
    ...read.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${view.out}`,
    ...(forking === 'allowed' ? ['--allow-child-process'] : []),
  ];
}
