import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Shelf } from '../../../../contract/shelf.js';
import type { Template } from '../../../../contract/vocabulary.js';
import { formatCount } from '../../shared/format.js';
import { TemplateSelect } from '../../shared/ui/TemplateSelect.js';
import { useFocusReturn } from '../../shared/ui/use-focus-return.js';

interface Props {
  shelf: Shelf;
  pendingCount: number;
  busy: boolean;
  onClose: () => void;
  onDone: (template: Template | null) => void;
}

/** Says what regenerating does, and asks for the template. */
export default function Regenerate({ shelf, pendingCount, busy, onClose, onDone }: Props) {
  useFocusReturn();
  const [template, setTemplate] = useState<Template | null>(shelf.template);
  return (
    <Modal opened onClose={onClose} title="Regenerate the draft" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text size="sm">
          The PDF is read again and the files are made anew, by the engine that this service has now. The present draft
          {pendingCount === 0 ? ' is' : ` and its ${formatCount(pendingCount, 'pending change')} are`} discarded.
        </Text>
        <TemplateSelect value={template} onChange={setTemplate} withinPortal={false} />
        {template === shelf.template ? (
          <Text size="sm">
            The template is unchanged: unless the engine is newer, the same engine and template give the same draft.
          </Text>
        ) : null}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            Keep the draft
          </Button>
          <Button color="red" loading={busy} onClick={() => onDone(template)}>
            Discard and regenerate
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
