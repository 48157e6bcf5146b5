import { Badge, Box, Button, Code, Group, Pagination, Select, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useSearchParams } from 'wouter';
import type { Delivery } from '../../../../contract/delivery.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../../contract/vocabulary.js';
import { api } from '../../shared/client.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { type Column, TableHead } from '../../shared/ui/TableHead.js';
import { Time } from '../../shared/ui/Time.js';
import { numberOf } from '../../shared/use-place.js';
import { deliveriesQuery, deliveryQuery, WEBHOOKS } from './webhooks.js';
import { Waiting } from '../../shared/ui/Waiting.js';

const COLUMNS: readonly Column[] = [
  'Event',
  'Status',
  { wide: 'Attempts' },
  { wide: 'Sent' },
  { wide: 'Next attempt' },
];

const COLORS: Record<DeliveryStatus, string> = { pending: 'blue', succeeded: 'green', failed: 'red' };

const statusOf = (text: string | null): DeliveryStatus | null =>
  DELIVERY_STATUSES.find((status) => status === text) ?? null;

/** What was sent to an endpoint, latest first. Filter, page and the open one are in the address. */
export function Deliveries({ id }: { id: string }) {
  const [search, setSearch] = useSearchParams();
  const page = numberOf(search.get('page')) ?? 1;
  const status = statusOf(search.get('status'));
  const shown = search.get('delivery');
  const list = useQuery(deliveriesQuery(id, { page, status }));
  const change = (name: string, value: string | null) =>
    setSearch((old) => {
      const next = new URLSearchParams(old);
      if (value === null) next.delete(name);
      else next.set(name, value);
      if (name === 'status') next.delete('page');
      return next;
    });
  return (
    <Box>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Deliveries
        </Title>
        <Select
          aria-label="Status of deliveries"
          placeholder="All"
          clearable
          clearButtonProps={{ 'aria-label': 'All' }}
          size="xs"
          data={[...DELIVERY_STATUSES]}
          value={status}
          onChange={(to) => change('status', to)}
        />
      </Group>
      <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
      {list.data?.data.length === 0 ? (
        <Text c="dimmed">Nothing was sent. Ping the endpoint to see whether it answers.</Text>
      ) : null}
      {list.data && list.data.data.length > 0 ? (
        <DeliveryTable
          id={id}
          deliveries={list.data.data}
          shown={shown}
          onShow={(delivery) => change('delivery', delivery)}
        />
      ) : null}
      {list.data && list.data.pagination.totalPages > 1 ? (
        <Pagination
          total={list.data.pagination.totalPages}
          value={page}
          onChange={(to) => change('page', String(to))}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      ) : null}
    </Box>
  );
}

interface TableProps {
  /** Of the endpoint. */
  id: string;
  deliveries: readonly Delivery[];
  /** The delivery whose attempts are open. */
  shown: string | null;
  onShow: (delivery: string | null) => void;
}

function DeliveryTable({ id, deliveries, shown, onShow }: TableProps) {
  return (
    <Table.ScrollContainer minWidth={330}>
      <Table verticalSpacing="xs">
        <TableHead columns={COLUMNS} actions />
        <Table.Tbody>
          {deliveries.map((delivery) => (
            <Fragment key={delivery.publicId}>
              <Row
                delivery={delivery}
                open={shown === delivery.publicId}
                onOpen={(open) => onShow(open ? delivery.publicId : null)}
              />
              {shown === delivery.publicId ? (
                <Table.Tr>
                  <Table.Td colSpan={6}>
                    <Detail id={id} delivery={delivery.publicId} />
                  </Table.Td>
                </Table.Tr>
              ) : null}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Row({ delivery, open, onOpen }: { delivery: Delivery; open: boolean; onOpen: (open: boolean) => void }) {
  const { event, status, attemptCount, createdAt, nextAttemptAt, eventId } = delivery;
  return (
    <Table.Tr>
      <Table.Td>{event}</Table.Td>
      <Table.Td>
        <Badge variant="dot" color={COLORS[status]}>
          {status}
        </Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm">{attemptCount}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Time iso={createdAt} age />
      </Table.Td>
      <Table.Td visibleFrom="sm">{nextAttemptAt === null ? '' : <Time iso={nextAttemptAt} age />}</Table.Td>
      <Table.Td>
        <Button
          size="compact-xs"
          variant="default"
          aria-expanded={open}
          aria-label={`Attempts of ${eventId}`}
          onClick={() => onOpen(!open)}
        >
          {open ? 'Hide' : 'Attempts'}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

/** What was sent, and what came back each time. */
function Detail({ id, delivery }: { id: string; delivery: string }) {
  const queryClient = useQueryClient();
  const detail = useQuery(deliveryQuery(id, delivery));
  const redeliver = useMutation({
    mutationFn: () => api.redeliver({ webhookPublicId: id, deliveryId: delivery }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: WEBHOOKS }),
  });
  if (detail.error) return <ErrorNote error={detail.error} onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <Waiting h={80} label="Loading attempts" />;
  const { body, attempts } = detail.data;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Sent
        </Text>
        <Button size="compact-xs" loading={redeliver.isPending} onClick={() => redeliver.mutate()}>
          Redeliver
        </Button>
      </Group>
      <ErrorNote error={redeliver.error} />
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {body}
      </Code>
      {attempts.map(({ number, startedAt, durationMs, statusCode, error, responseText }) => (
        <Box key={number}>
          <Text size="sm">
            Attempt {number}, <Time iso={startedAt} />, {durationMs.toLocaleString()} ms:{' '}
            {statusCode === null ? error : `answered ${statusCode}`}
          </Text>
          {responseText ? (
            <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {responseText}
            </Code>
          ) : null}
        </Box>
      ))}
    </Stack>
  );
}
