import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { changeTyped, useTyped } from '../../shared/typed-texts.js';
import { CopyText } from '../../shared/ui/CopyText.js';

/** Texts that were typed and never saved, of a draft that is no longer in review: the user can copy and drop them. */
export default function LeftTexts({ shelf }: { shelf: string }) {
  const typed = useTyped(shelf);
  return [...typed].map(([path, { text }]) => (
    <Alert key={path} m="md" color="yellow" title={`Your edit of ${path} was not saved`}>
      <Text size="sm" mb="xs">
        The draft was decided on without it. It stays in this browser: copy what you need, then drop it.
      </Text>
      <Box mah={300} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label={`Your text of ${path}`}>
        <CopyText text={text} label={`Text typed into ${path}`} />
      </Box>
      <Group mt="xs">
        <Button size="compact-sm" variant="default" onClick={() => changeTyped(shelf, (all) => void all.delete(path))}>
          Drop it
        </Button>
      </Group>
    </Alert>
  ));
}
