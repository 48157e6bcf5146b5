import { Box } from '@mantine/core';
import { ErrorNote } from './ErrorNote.js';
import { Waiting } from './Waiting.js';

interface Props {
  /** Why there is nothing yet; null while it is on its way. */
  error: Error | null;
  label: string;
  onRetry: () => void;
}

/** In the place of a screen that has nothing to show yet. */
export function NotLoaded({ error, label, onRetry }: Props) {
  return <Box p="md">{error ? <ErrorNote error={error} onRetry={onRetry} /> : <Waiting h={400} label={label} />}</Box>;
}
