import { Badge, Button, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { DashboardAccount } from '../../../../contract/dashboard.js';
import { formatBytes } from '../../shared/format.js';
import { useAccount } from '../../shared/session.js';
import { useSignOut } from '../../shared/use-sign-out.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { ScreenTitle } from '../../shared/ui/ScreenTitle.js';
import { Time } from '../../shared/ui/Time.js';
import { ChangePassword } from './ChangePassword.js';
import { DeleteAccount } from './DeleteAccount.js';
import { SecondFactor } from './SecondFactor.js';
import { Sessions } from './Sessions.js';

/** Limits that not every account has. */
const LIMITS = [
  ['shelves', 'shelves'],
  ['pages', 'pages this month'],
  ['runs', 'shelves in work at once'],
] as const;

/** Who is signed in and where, the subscription, usage, and the way to a new password. */
export default function AccountPage() {
  const { data: account } = useAccount();
  const { signOut, question, isPending, error } = useSignOut();
  if (!account) return null;
  const { user, subscription, usage, createdAt } = account;
  return (
    <Container size="sm" py="lg">
      <ScreenTitle name="Account" />
      <Title order={1} mb="md">
        Account
      </Title>
      <Stack>
        <Paper withBorder p="md">
          <Text fw={600} dir="auto">
            {user.name}
          </Text>
          <Text size="sm">{user.email}</Text>
          <Text size="sm" c="dimmed">
            Since <Time iso={createdAt} />
          </Text>
        </Paper>
        <Subscription active={subscription.active} />
        <Usage usage={usage} />
        <ChangePassword email={user.email} />
        <SecondFactor />
        <Sessions />
        <ErrorNote error={error} />
        <Group>
          <Button variant="default" loading={isPending} onClick={signOut}>
            Sign out
          </Button>
        </Group>
        {question}
        <DeleteAccount email={user.email} />
      </Stack>
    </Container>
  );
}

function Subscription({ active }: { active: boolean }) {
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Text fw={600}>Subscription</Text>
        <Badge color={active ? 'green' : 'gray'} variant="dot">
          {active ? 'active' : 'none'}
        </Badge>
      </Group>
      <Text size="sm" mt={4}>
        {active
          ? 'The PDF of a shelf can be replaced by a new one.'
          : 'New shelves can be made. Replacing the PDF of a shelf needs a subscription, which the operator of this service grants.'}
      </Text>
    </Paper>
  );
}

function Usage({ usage }: Pick<DashboardAccount, 'usage'>) {
  return (
    <Paper withBorder p="md">
      <Text fw={600}>Usage</Text>
      <Text size="sm">
        {usage.createsThisHour.used} of {usage.createsThisHour.limit} new shelves within the last hour
      </Text>
      <Text size="sm">
        {formatBytes(usage.storageBytes.used)} stored
        {usage.storageBytes.limit === null ? '' : ` of ${formatBytes(usage.storageBytes.limit)}`}
      </Text>
      {LIMITS.map(([name, what]) => {
        const { used, limit } = usage[name];
        return limit === null ? null : (
          <Text key={name} size="sm">
            {used.toLocaleString()} of {limit.toLocaleString()} {what}
          </Text>
        );
      })}
    </Paper>
  );
}
