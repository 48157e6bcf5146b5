import { Container, Paper, Stack, Title } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ScreenTitle } from '../../shared/ui/ScreenTitle.js';

interface Props {
  title: string;
  /** Its name in the browser's tab; else the title. */
  screen?: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** The frame of the screens before a session. */
export function SignInFrame({ title, screen = title, onSubmit, children }: Props) {
  return (
    <Container component="main" size={420} py={64}>
      <ScreenTitle name={screen} />
      <Title order={1} size="h2" ta="center" mb="lg">
        {title}
      </Title>
      <Paper withBorder p="lg" radius="md">
        <form onSubmit={onSubmit} noValidate>
          <Stack>{children}</Stack>
        </form>
      </Paper>
    </Container>
  );
}
