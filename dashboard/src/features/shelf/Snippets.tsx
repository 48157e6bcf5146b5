import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Shelf } from '../../../../contract/shelf.js';
import { addresses } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { CopyText } from '../../shared/ui/CopyText.js';

/** How programs and agents read this shelf. */
export default function Snippets({ shelf, file, onClose }: { shelf: Shelf; file: string | null; onClose: () => void }) {
  const { origin } = window.location;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="For programs and agents"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          KEY is one of your{' '}
          <Anchor component={Link} href={paths.keys} size="sm" underline="always">
            API keys
          </Anchor>
          .
        </Text>
        <CopyText
          label="Command that lists the files"
          text={`curl -H 'Authorization: Bearer KEY' ${origin}${addresses.listing(shelf.publicId)}`}
        />
        {file === null ? null : (
          <CopyText
            label="Command that reads this file"
            text={`curl -H 'Authorization: Bearer KEY' '${origin}${addresses.file(shelf.publicId, file).replaceAll("'", '%27')}'`}
          />
        )}
        <Text size="sm">Claude Code, by MCP:</Text>
        <CopyText
          label="Command that connects Claude Code"
          text={`claude mcp add --transport http shelfwright ${origin}/mcp --header "Authorization: Bearer KEY"`}
        />
        <Text size="sm">Then ask about shelf</Text>
        <CopyText label="Id of the shelf" text={shelf.publicId} />
      </Stack>
    </Modal>
  );
}
