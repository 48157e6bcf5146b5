import {
  ActionIcon,
  Anchor,
  Box,
  Button,
  Group,
  Menu,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { Link, useLocation } from 'wouter';
import type { DashboardAccount } from '../../../contract/dashboard.js';
import { ownUploads } from '../features/shelves/use-uploads.js';
import { paths } from '../shared/paths.js';
import { ownTyped } from '../shared/typed-texts.js';
import { useSignOut } from '../shared/use-sign-out.js';

const LINKS = [
  ['Shelves', paths.home],
  ['Webhooks', paths.webhooks],
  ['API keys', paths.keys],
] as const;

/** The frame around every screen: navigation, and the signed-in account. */
export function Shell({ account, children }: { account: DashboardAccount; children: ReactNode }) {
  const [location] = useLocation();
  const owner = account.user.id;
  // before anything of another account is seen
  useLayoutEffect(() => {
    ownTyped(owner);
    ownUploads(owner);
  }, [owner]);
  return (
    <>
      <Box component="header" className="app-header">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group component="nav" aria-label="Main" gap="sm" wrap="nowrap">
            <Anchor component={Link} href={paths.home} fw={700} underline="never" visibleFrom="sm">
              Shelfwright
            </Anchor>
            {LINKS.map(([label, href]) => (
              <Anchor
                key={href}
                component={Link}
                href={href}
                size="sm"
                style={{ whiteSpace: 'nowrap' }}
                aria-current={location === href ? 'page' : undefined}
              >
                {label}
              </Anchor>
            ))}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SchemeSwitch />
            <AccountMenu email={account.user.email} />
          </Group>
        </Group>
      </Box>
      <main>{children}</main>
    </>
  );
}

function SchemeSwitch() {
  const { toggleColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme();
  return (
    <ActionIcon variant="default" aria-label="Switch between light and dark" onClick={toggleColorScheme}>
      {shown === 'dark' ? '☀' : '☾'}
    </ActionIcon>
  );
}

function AccountMenu({ email }: { email: string }) {
  const { signOut, question } = useSignOut();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="compact-sm" maw={{ base: 84, sm: 240 }} aria-label={`Account of ${email}`}>
            <Text span size="sm" truncate>
              {email}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} href={paths.account}>
            Account
          </Menu.Item>
          <Menu.Item onClick={signOut}>Sign out</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question}
    </>
  );
}
