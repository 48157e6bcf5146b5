import { Button, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ChangedFile } from '../changed-file.js';
import { formatCount } from '../format.js';
import { FILES_AT_ONCE, openAtFirst } from '../open-patches.js';
import { PatchView } from './PatchView.js';

/** The files of a comparison: those that follow from others last, and only as many at a time as are quickly drawn. */
export function Patches({ files, split }: { files: readonly ChangedFile[]; split: boolean }) {
  const [shown, setShown] = useState(FILES_AT_ONCE);
  const sorted = useMemo(
    () => files.toSorted((a, b) => Number(a.derived ?? false) - Number(b.derived ?? false)),
    [files],
  );
  const open = useMemo(() => openAtFirst(sorted), [sorted]);
  const more = Math.min(FILES_AT_ONCE, sorted.length - shown);
  return (
    <div>
      {sorted.slice(0, shown).map((file) => (
        <PatchView key={file.path + file.status} file={file} split={split} openAtFirst={open.has(file.path)} />
      ))}
      {more <= 0 ? null : (
        <Group justify="center">
          <Button variant="default" onClick={() => setShown(shown + FILES_AT_ONCE)}>
            Show {formatCount(more, 'more file', 'more files')} of {sorted.length.toLocaleString()}
          </Button>
        </Group>
      )}
    </div>
  );
}
