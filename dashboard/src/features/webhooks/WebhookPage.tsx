import { Anchor, Box, Button, Container, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Webhook } from '../../../../contract/webhook.js';
import { api } from '../../shared/client.js';
import { formatCount } from '../../shared/format.js';
import { paths } from '../../shared/paths.js';
import { LazyConfirm } from '../../shared/ui/LazyConfirm.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { ScreenTitle } from '../../shared/ui/ScreenTitle.js';
import { Deliveries } from './Deliveries.js';
import { Health } from './Health.js';
import { Secret, Snippets } from './Secret.js';
import { WEBHOOKS, webhookQuery } from './webhooks.js';
import { Waiting } from '../../shared/ui/Waiting.js';

/** One endpoint: its health, its secret, what was sent to it. */
export default function WebhookPage({ id }: { id: string }) {
  const webhook = useQuery(webhookQuery(id));
  return (
    <Container size="lg" py="lg">
      <ScreenTitle name="Webhook" />
      <Anchor component={Link} href={paths.webhooks} size="sm">
        Webhooks
      </Anchor>
      <ErrorNote error={webhook.error} onRetry={() => void webhook.refetch()} />
      {webhook.data ? (
        <Endpoint webhook={webhook.data} />
      ) : webhook.error ? null : (
        <Waiting h={160} label="Loading the endpoint" />
      )}
    </Container>
  );
}

function Endpoint({ webhook }: { webhook: Webhook }) {
  return (
    <Stack mt="xs">
      <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
        {webhook.url}
      </Title>
      <Group>
        <Health webhook={webhook} />
        <Text size="sm">{webhook.events.join(', ')}</Text>
      </Group>
      <Actions webhook={webhook} />
      <Deliveries id={webhook.publicId} />
      <Box>
        <Title order={2} size="h4" mb="xs">
          Verifying
        </Title>
        <Snippets />
      </Box>
    </Stack>
  );
}

/** What can be done with an endpoint. */
function useActions({ publicId, enabled }: Webhook, { onRotated }: { onRotated: () => void }) {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: WEBHOOKS });
  const ping = useMutation({ mutationFn: () => api.pingWebhook({ webhookPublicId: publicId }), onSuccess });
  const toggle = useMutation({
    mutationFn: () => api.changeWebhook({ webhookPublicId: publicId, body: { enabled: !enabled } }),
    onSuccess,
  });
  const rotate = useMutation({
    mutationFn: () => api.rotateWebhookSecret({ webhookPublicId: publicId }),
    onSuccess: onRotated,
  });
  const remove = useMutation({
    mutationFn: () => api.deleteWebhook({ webhookPublicId: publicId }),
    onSuccess: async () => {
      navigate(paths.webhooks);
      await onSuccess();
    },
  });
  return { ping, toggle, rotate, remove };
}

/** The buttons for it, and the questions before that. */
function Actions({ webhook }: { webhook: Webhook }) {
  const { publicId, enabled } = webhook;
  const [asked, setAsked] = useState<'rotate' | 'delete' | 'recover' | null>(null);
  const { ping, toggle, rotate, remove } = useActions(webhook, { onRotated: () => setAsked(null) });
  return (
    <>
      <Group gap="xs">
        <Button size="compact-md" loading={ping.isPending} disabled={!enabled} onClick={() => ping.mutate()}>
          Ping
        </Button>
        <Button size="compact-md" variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => setAsked('recover')}>
          Recover…
        </Button>
        <Button size="compact-md" variant="default" onClick={() => setAsked('rotate')}>
          Rotate the secret
        </Button>
        <Button size="compact-md" variant="default" onClick={() => setAsked('delete')}>
          Delete
        </Button>
      </Group>
      <ErrorNote error={ping.error ?? toggle.error} />
      {asked === 'rotate' ? (
        <LazyConfirm
          title="Rotate the secret"
          text="A new secret is made and shown once. Receivers verify with the new one from then on."
          action="Rotate"
          isPending={rotate.isPending}
          error={rotate.error}
          onClose={() => setAsked(null)}
          onDone={() => rotate.mutate()}
        />
      ) : null}
      {asked === 'delete' ? (
        <LazyConfirm
          title="Delete the endpoint"
          text="Nothing is sent to it any more, and its deliveries are forgotten."
          action="Delete the endpoint"
          isPending={remove.isPending}
          error={remove.error}
          onClose={() => setAsked(null)}
          onDone={() => remove.mutate()}
        />
      ) : null}
      {asked === 'recover' ? <Recover id={publicId} onClose={() => setAsked(null)} /> : null}
      {rotate.data ? <Secret secret={rotate.data.secret} onClose={() => rotate.reset()} /> : null}
    </>
  );
}

/** Sends again what failed since a time. */
function Recover({ id, onClose }: { id: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [since, setSince] = useState('');
  const recover = useMutation({
    mutationFn: () => api.recoverDeliveries({ webhookPublicId: id, body: { since: new Date(since).toISOString() } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    recover.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="Recover" closeButtonProps={{ 'aria-label': 'Close' }}>
      {recover.data ? (
        <Stack>
          <Text size="sm">{formatCount(recover.data.deliveries, 'delivery', 'deliveries')} will be sent again.</Text>
          <Group justify="end">
            <Button onClick={onClose}>Close</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">What failed, or was not sent while the endpoint was off, is sent again.</Text>
            <TextInput
              label="Since"
              type="datetime-local"
              value={since}
              onChange={({ currentTarget }) => setSince(currentTarget.value)}
              data-autofocus
            />
            <ErrorNote error={recover.error} />
            <Group justify="end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={recover.isPending} disabled={since === ''}>
                Send again
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
