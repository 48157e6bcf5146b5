import { Anchor, Container, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { paths } from '../shared/paths.js';
import { ScreenTitle } from '../shared/ui/ScreenTitle.js';

export default function NotFound() {
  return (
    <Container py="xl">
      <ScreenTitle name="Nothing is here" />
      <Title order={1}>Nothing is here</Title>
      <Text mt="md">
        The address leads nowhere.{' '}
        <Anchor component={Link} href={paths.home} underline="always">
          All shelves
        </Anchor>
      </Text>
    </Container>
  );
}
