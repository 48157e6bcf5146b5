/**
 * The system calls that an engine process may not make, as a program for the kernel (seccomp, classic BPF), which bubblewrap
 * installs: no socket, no further process, no debugger, no mount or namespace, none of the large interfaces that kernel
 * exploits start from, no symbolic link, which a path that Node has checked would follow, and none of the memory that the limit of data does not count: in files without a name, in System V
 * segments, in queues, in shared mappings, in mappings that grow like a stack. Threads and private memory stay, which V8
 * and Skia need.
 */

/** The program `tesseract` is a child process, so what starts it may fork; it still gets no socket. */
export type Forking = 'refused' | 'allowed';

interface Architecture {
  /** AUDIT_ARCH_* of linux/audit.h. */
  audit: number;
  clone: number;
  mmap: number;
  fork: number[];
  /** Needed to start a child process with pipes. */
  socketpair: number;
  refused: number[];
}

/** The same on all architectures: clone3 and what came after it. */
const CLONE3 = 435;
const NEWER = [
  425,
  426,
  427, // io_uring_setup, io_uring_enter, io_uring_register
  428,
  429,
  430,
  431,
  432,
  433,
  442, // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr
  438, // pidfd_getfd
  447, // memfd_secret
];

/** Numbers of asm/unistd.h, by process.arch. */
const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    mmap: 9,
    fork: [57, 58], // fork, vfork
    socketpair: 53,
    refused: [
      41,
      42,
      43,
      49,
      50,
      288, // socket, connect, accept, bind, listen, accept4
      101,
      310,
      311, // ptrace, process_vm_readv, process_vm_writev
      155,
      161,
      165,
      166,
      272,
      308, // pivot_root, chroot, mount, umount2, unshare, setns
      175,
      176,
      313,
      246,
      320, // init_module, delete_module, finit_module, kexec_load, kexec_file_load
      248,
      249,
      250, // add_key, request_key, keyctl
      298,
      321,
      323, // perf_event_open, bpf, userfaultfd
      319,
      29,
      30,
      68,
      240, // memfd_create, shmget, shmat, msgget, mq_open
      88,
      266, // symlink, symlinkat
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    mmap: 222,
    fork: [],
    socketpair: 199,
    refused: [
      198,
      203,
      202,
      200,
      201,
      242, // socket, connect, accept, bind, listen, accept4
      117,
      270,
      271, // ptrace, process_vm_readv, process_vm_writev
      41,
      51,
      40,
      39,
      97,
      268, // pivot_root, chroot, mount, umount2, unshare, setns
      105,
      106,
      273,
      104,
      294, // init_module, delete_module, finit_module, kexec_load, kexec_file_load
      217,
      218,
      219, // add_key, request_key, keyctl
      241,
      280,
      282, // perf_event_open, bpf, userfaultfd
      279,
      194,
      196,
      186,
      180, // memfd_create, shmget, shmat, msgget, mq_open
      36, // symlinkat
    ],
  },
};

/** linux/bpf_common.h: load a word, compare, return. */
const LOAD = 0x20;
const EQUAL = 0x15;
const AT_LEAST = 0x35;
const ANY_BIT = 0x45;
const RETURN = 0x06;
/** Offsets in struct seccomp_data. */
const NUMBER = 0;
const ARCH = 4;
const FIRST_ARGUMENT = 16;
const FOURTH_ARGUMENT = 40;
const ALLOW = 0x7fff0000;
const ERRNO = 0x00050000;
const EPERM = 1;
/** The C library then falls back on clone, whose flags can be seen. */
const ENOSYS = 38;
/** System calls of the x32 ABI, which would evade the numbers. */
const X32 = 0x40000000;
/**
 * MAP_SHARED (also a bit of MAP_SHARED_VALIDATE), MAP_GROWSDOWN: what the limit of data leaves out. With a file too, since
 * /dev/zero gives memory; what maps files shared to read them, as fontconfig does, reads them otherwise when refused.
 */
const MAP_UNCOUNTED = 0x101;
const CLONE_THREAD = 0x00010000;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const CLONE_NAMESPACES = 0x7e020000;

type Step = { code: number; value: number; then?: Target; otherwise?: Target };
/** A number is of steps that are passed over. */
type Target = number | 'allow' | 'refuse' | 'unknown';

/** The filter as bubblewrap reads it; null for an architecture whose numbers are not known here. */
export function seccompFilter(forking: Forking, architecture = process.arch): Buffer | null {
  const known = ARCHITECTURES[architecture];
  if (!known) return null;
  const refused = [...known.refused, ...NEWER, ...(forking === 'refused' ? [...known.fork, known.socketpair] : [])];
  const cloned: Step =
    forking === 'refused'
      ? { code: ANY_BIT, value: CLONE_THREAD, then: 'allow', otherwise: 'refuse' }
      : { code: ANY_BIT, value: CLONE_NAMESPACES, then: 'refuse', otherwise: 'allow' };
  const steps: Step[] = [
    { code: LOAD, value: ARCH },
    { code: EQUAL, value: known.audit, otherwise: 'refuse' },
    { code: LOAD, value: NUMBER },
    { code: AT_LEAST, value: X32, then: 'refuse' },
    { code: EQUAL, value: CLONE3, then: 'unknown' },
    ...refused.map((number): Step => ({ code: EQUAL, value: number, then: 'refuse' })),
    { code: EQUAL, value: known.mmap, otherwise: 2 },
    { code: LOAD, value: FOURTH_ARGUMENT },
    { code: ANY_BIT, value: MAP_UNCOUNTED, then: 'refuse', otherwise: 'allow' },
    { code: EQUAL, value: known.clone, otherwise: 'allow' },
    { code: LOAD, value: FIRST_ARGUMENT },
    cloned,
  ];
  return assemble(steps);
}

function assemble(steps: readonly Step[]): Buffer {
  const ends = { allow: steps.length, refuse: steps.length + 1, unknown: steps.length + 2 } as const;
  const distance = (from: number, target: Target = 0): number =>
    typeof target === 'number' ? target : ends[target] - from - 1;
  const instructions = steps.map(({ code, value, then, otherwise }, at) => {
    const jumps = code === LOAD ? [0, 0] : [distance(at, then), distance(at, otherwise)];
    return instruction(code, jumps, value);
  });
  const returns = [ALLOW, ERRNO | EPERM, ERRNO | ENOSYS].map((value) => instruction(RETURN, [0, 0], value));
  return Buffer.concat([...instructions, ...returns]);
}

/** struct sock_filter */
function instruction(code: number, [then = 0, otherwise = 0]: number[], value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(then, 2);
  bytes.writeUInt8(otherwise, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
