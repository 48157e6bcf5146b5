import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Review } from '../../../../contract/review.js';
import type { Shelf } from '../../../../contract/shelf.js';
import type { Template } from '../../../../contract/vocabulary.js';
import { formatCount } from '../../shared/format.js';
import { TemplateSelect } from '../../shared/ui/TemplateSelect.js';
import { useFocusReturn } from '../../shared/ui/use-focus-return.js';
import { nextDraft } from './next-draft.js';

interface Props {
  shelf: Shelf;
  engine: Review['engine'];
  pendingCount: number;
  isPending: boolean;
  onClose: () => void;
  onDone: (template: Template | null) => void;
}

/** Says what regenerating does, and asks for the template. */
export default function Regenerate({ shelf, engine, pendingCount, isPending, onClose, onDone }: Props) {
  useFocusReturn();
  const [template, setTemplate] = useState<Template | null>(shelf.template);
  return (
    <Modal opened onClose={onClose} title="Regenerate the draft" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text size="sm">
          All files are regenerated; for a long document, the pages already read from the PDF are reused. The current
          draft
          {pendingCount === 0 ? ' is' : ` and its ${formatCount(pendingCount, 'pending change')} are`} discarded.
        </Text>
        <TemplateSelect value={template} onChange={setTemplate} withinPortal={false} />
        <Text size="sm" aria-live="polite">
          {nextDraft(engine, template === shelf.template)}
        </Text>
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            Keep the draft
          </Button>
          <Button color="red" loading={isPending} onClick={() => onDone(template)}>
            Discard and regenerate
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
