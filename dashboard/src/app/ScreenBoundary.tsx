import { Button, Container, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { PartError } from '../shared/lazy-part.js';

/** A fault of one screen leaves the others usable. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => (
        <Container py="xl" role="alert">
          <Title order={2}>This screen has failed</Title>
          <Text my="md">{error instanceof Error ? error.message : String(error)}</Text>
          <Button onClick={error instanceof PartError ? () => window.location.reload() : resetErrorBoundary}>
            Try again
          </Button>
        </Container>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
