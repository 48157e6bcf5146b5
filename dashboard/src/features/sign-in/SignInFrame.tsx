import { Container, Paper, Stack, Title } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

interface Props {
  title: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** The frame of the screens before a session. */
export function SignInFrame({ title, onSubmit, children }: Props) {
  return (
    <Container component="main" size={420} py={64}>
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
