import { Alert, Box, Button, Code, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { LazyMarkdown } from '../../shared/markdown/LazyMarkdown.js';
import type { Library } from '../../shared/reader/library.js';
import { lazyPart } from '../../shared/lazy-part.js';
import type { Typed } from '../../shared/typed-texts.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { Waiting } from '../../shared/ui/Waiting.js';

const CodeEditor = lazyPart(() => import('./CodeEditor.js'));

interface Props {
  library: Library;
  path: string;
  /** What was typed and is not saved yet. */
  typed: Typed | null;
  /** A change is being saved. */
  isSaving: boolean;
  /** `before`: what the file is without the edit. Null: the text is again that. */
  onType: (text: string | null, before: string) => void;
  onClose: () => void;
  /** The text as it should be, instead of `before`; null where the file is not there any more. */
  onDone: (text: string, before: string | null) => void;
}

const VIEWS = ['Write', 'Preview'];
/** The text that somebody else has made of the file. */
const THEIRS = 'As it is now';

/** What a file is without the edit: null where it is not there any more, undefined until it is known. */
function useBefore(library: Library, path: string) {
  const local = library.localText?.(path);
  const { data, error, refetch } = useQuery({ ...library.text(path), enabled: local === undefined });
  const before = library.paths.includes(path) ? (local ?? data) : null;
  return { before, error, refetch };
}

/** A file's text in an editor, and as it will look. */
export default function FileEditor(props: Props) {
  const { before, error, refetch } = useBefore(props.library, props.path);
  if (before !== undefined) return <Editor {...props} before={before} />;
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return <Waiting m="md" h={300} label={`Loading ${props.path}`} />;
}

function Editor({ path, typed, before, isSaving, onType, onClose, onDone }: Props & { before: string | null }) {
  const [view, setView] = useState('Write');
  const text = typed?.text ?? before ?? '';
  // somebody has changed the file since typing began
  const isConflict = typed !== null && typed.base !== before;
  const views = isConflict && before !== null ? [...VIEWS, THEIRS] : VIEWS;
  const shown = views.includes(view) ? view : 'Write';
  return (
    <Box>
      <Group p="xs" justify="space-between" className="sticky-bar">
        <SegmentedControl size="xs" aria-label="View" data={views} value={shown} onChange={setView} />
        <Text size="xs" c="dimmed" dir="auto">
          {path}
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="compact-sm"
            disabled={isSaving || isConflict || text === before}
            onClick={() => onDone(text, before)}
          >
            Save the edit
          </Button>
        </Group>
      </Group>
      {isConflict ? (
        <Conflict before={before} isSaving={isSaving} onMine={() => onDone(text, before)} {...{ onType, onClose }} />
      ) : null}
      {shown === 'Write' ? (
        <Suspense fallback={<Waiting m="md" h={300} label="Loading the editor" />}>
          <CodeEditor
            path={path}
            value={text}
            readOnly={isSaving}
            onChange={(to) => onType(to === before ? null : to, before ?? '')}
          />
        </Suspense>
      ) : (
        <Shown path={path} text={text} theirs={shown === THEIRS ? (before ?? '') : null} />
      )}
    </Box>
  );
}

/** A text that is looked at: the edited one as it will look, or the other one as it is. */
function Shown({ path, text, theirs }: { path: string; text: string; theirs: string | null }) {
  if (theirs !== null)
    return (
      <Code block m="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
        {theirs}
      </Code>
    );
  const still = { firstPage: null, line: null, page: null, onLine: ignore, onPage: ignore, onLink: ignore };
  return <LazyMarkdown path={path} text={text} {...still} />;
}

const ignore = (): void => undefined;

interface ConflictProps extends Pick<Props, 'isSaving' | 'onType' | 'onClose'> {
  before: string | null;
  onMine: () => void;
}

/** The file is no longer what was edited: nothing is overwritten unasked. */
function Conflict({ before, isSaving, onMine, onType, onClose }: ConflictProps) {
  const isGone = before === null;
  return (
    <Alert
      m="xs"
      color="yellow"
      role="alert"
      title={
        isGone
          ? 'This file is no longer there: it was moved, deleted, or the draft was regenerated'
          : 'This file has changed since you began to edit it'
      }
    >
      {isGone ? null : (
        <Text size="sm" mb="xs">
          “{THEIRS}” shows the other text. Take over what you need, then decide which one stays.
        </Text>
      )}
      <Group gap="xs">
        <Button size="compact-sm" disabled={isSaving} onClick={onMine}>
          {isGone ? 'Keep mine as a new file' : 'Keep mine instead'}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isSaving}
          onClick={() => (isGone ? onClose() : onType(null, before))}
        >
          {isGone ? 'Drop mine' : 'Drop mine, take the other'}
        </Button>
      </Group>
    </Alert>
  );
}
