import { Box, Skeleton, type SkeletonProps, Text } from '@mantine/core';
import { useSeconds } from './use-seconds.js';

/** Stands for something on its way; says what, and soon for how long it has been waited for. */
export function Waiting({ label, ...place }: SkeletonProps & { label: string }) {
  const seconds = useSeconds();
  return (
    <Box pos="relative">
      <Skeleton {...place} aria-label={label} />
      {seconds === null ? null : (
        <Text size="sm" c="dimmed" pos="absolute" top={0} left={0} px="lg" py="md">
          {label}: {seconds} s
        </Text>
      )}
    </Box>
  );
}
