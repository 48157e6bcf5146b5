import { Badge, Box, Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Diff, Hunk, parseDiff } from 'react-diff-view';
import 'react-diff-view/style/index.css';
import type { ChangedFile } from '../changed-file.js';
import { linesOf } from '../open-patches.js';

const COLORS = { added: 'green', modified: 'blue', renamed: 'grape', removed: 'red' } as const;
interface Props {
  file: ChangedFile;
  split: boolean;
  /** Whether its lines are shown before they are asked for. */
  openAtFirst: boolean;
}

/** One file of a comparison: what has become of it, and its lines. */
export function PatchView({ file, split, openAtFirst }: Props) {
  const { path, status, from, patch, truncated, derived = false } = file;
  const lines = useMemo(() => linesOf({ patch }), [patch]);
  const [open, setOpen] = useState(openAtFirst);
  return (
    <Box component="section" aria-label={path} mb="md" className="patch">
      <Group gap="xs" p="xs" wrap="nowrap" className="patch-head">
        <Badge size="sm" variant="dot" color={COLORS[status]} style={{ flexShrink: 0 }}>
          {status}
        </Badge>
        <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere', flex: 1 }}>
          {from ? `${from} → ${path}` : path}
          {derived ? (
            <Text span size="xs" c="dimmed">
              {' '}
              follows from the other changes
            </Text>
          ) : null}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={open}
          aria-label={`${open ? 'Hide' : `Show ${lines.toLocaleString()}`} lines of ${path}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide' : `Show ${lines.toLocaleString()} lines`}
        </Button>
      </Group>
      {open ? <Lines path={path} patch={patch} split={split} /> : null}
      {truncated && open ? (
        <Text size="xs" c="dimmed" p="xs">
          The rest is too long to be compared here. Download both versions to compare them.
        </Text>
      ) : null}
    </Box>
  );
}

function Lines({ path, patch, split }: { path: string; patch: string; split: boolean }) {
  const files = useMemo(() => parseDiff(patch, { nearbySequences: 'zip' }), [patch]);
  const hunks = files[0]?.hunks ?? [];
  if (hunks.length === 0)
    return (
      <Text size="xs" c="dimmed" p="xs">
        No line differs.
      </Text>
    );
  return (
    <Box style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={`Lines of ${path}`}>
      <Diff viewType={split ? 'split' : 'unified'} diffType={files[0]?.type ?? 'modify'} hunks={hunks}>
        {(all) => all.map((hunk) => <Hunk key={hunk.content} hunk={hunk} />)}
      </Diff>
    </Box>
  );
}
