import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';

/** Its code is loaded with the first file: tree and page do not wait for it. */
const MarkdownFile = lazy(() => import('./MarkdownFile.js'));

/** A file of a shelf, rendered. */
export function LazyMarkdown(props: ComponentProps<typeof MarkdownFile>) {
  return (
    <Suspense fallback={<Skeleton m="md" h={300} aria-label="Loading the text" />}>
      <MarkdownFile {...props} />
    </Suspense>
  );
}
