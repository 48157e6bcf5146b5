import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../lazy-part.js';
import { Waiting } from '../ui/Waiting.js';

/** Its code is loaded with the first file: tree and page do not wait for it. */
const MarkdownFile = lazyPart(() => import('./MarkdownFile.js'));

/** A file of a shelf, rendered. */
export function LazyMarkdown(props: ComponentProps<typeof MarkdownFile>) {
  return (
    <Suspense fallback={<Waiting m="md" h={300} label="Loading the text" />}>
      <MarkdownFile {...props} />
    </Suspense>
  );
}
