import { Anchor, Button, Checkbox, Container, Group, Modal, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { SHELF_EVENTS, type ShelfEvent } from '../../../../contract/vocabulary.js';
import type { Webhook, WebhookBody } from '../../../../contract/webhook.js';
import { api } from '../../shared/client.js';
import { fieldErrors } from '../../shared/field-errors.js';
import { paths } from '../../shared/paths.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { ScreenTitle } from '../../shared/ui/ScreenTitle.js';
import { type Column, TableHead } from '../../shared/ui/TableHead.js';
import { Time } from '../../shared/ui/Time.js';
import { Health } from './Health.js';
import { Secret } from './Secret.js';
import { urlProblem, WEBHOOKS, webhooksQuery } from './webhooks.js';
import { Waiting } from '../../shared/ui/Waiting.js';

const COLUMNS: readonly Column[] = ['Address', 'Health', { wide: 'Events' }, { wide: 'Added' }];

/** The endpoints that are notified of events. */
export default function WebhooksPage() {
  const list = useQuery(webhooksQuery);
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Container size="lg" py="lg">
      <ScreenTitle name="Webhooks" />
      <Group justify="space-between" mb="md">
        <Title order={1}>Webhooks</Title>
        <Button onClick={() => setCreating(true)}>Add an endpoint</Button>
      </Group>
      <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
      {list.data ? (
        <EndpointTable webhooks={list.data} />
      ) : list.error ? null : (
        <Waiting h={160} label="Loading endpoints" />
      )}
      {creating ? (
        <NewEndpoint
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setSecret(created);
          }}
        />
      ) : null}
      {secret === null ? null : <Secret secret={secret} onClose={() => setSecret(null)} />}
    </Container>
  );
}

function EndpointTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  if (webhooks.length === 0)
    return (
      <Text c="dimmed">
        No program is notified of events. Add the address of one that should know when a shelf is ready, has failed or
        waits for review.
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={330}>
      <Table verticalSpacing="sm">
        <TableHead columns={COLUMNS} />
        <Table.Tbody>
          {webhooks.map((webhook) => (
            <Table.Tr key={webhook.publicId}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Anchor component={Link} href={paths.webhook(webhook.publicId)}>
                  {webhook.url}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Health webhook={webhook} />
              </Table.Td>
              <Table.Td visibleFrom="sm">{webhook.events.join(', ')}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Time iso={webhook.createdAt} age />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function NewEndpoint({ onClose, onCreated }: { onClose: () => void; onCreated: (secret: string) => void }) {
  const queryClient = useQueryClient();
  const form = useForm<WebhookBody>({ initialValues: { url: '', events: [...SHELF_EVENTS] as ShelfEvent[] } });
  const create = useMutation({
    mutationFn: (body: WebhookBody) => api.createWebhook({ body }),
    onSuccess: async ({ secret }) => {
      await queryClient.invalidateQueries({ queryKey: WEBHOOKS });
      onCreated(secret);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const problem = urlProblem(form.values.url);
  return (
    <Modal opened onClose={onClose} title="Add an endpoint" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <Stack>
          <TextInput
            label="Address"
            type="url"
            placeholder="https://hooks.example.com/shelves"
            data-autofocus
            {...form.getInputProps('url')}
            error={form.errors['url'] ?? problem}
          />
          <Checkbox.Group label="Events" {...form.getInputProps('events')}>
            <Group mt="xs">
              {SHELF_EVENTS.map((event) => (
                <Checkbox key={event} value={event} label={event} />
              ))}
            </Group>
          </Checkbox.Group>
          <ErrorNote error={create.error} />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={form.values.url === '' || problem !== null || form.values.events.length === 0}
            >
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
