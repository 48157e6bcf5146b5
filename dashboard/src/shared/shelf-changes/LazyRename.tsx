import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../reload-once.js';

const RenameShelf = lazyPart(() => import('./RenameShelf.js'));

/** Asks for another name of a shelf. */
export const LazyRename = (props: ComponentProps<typeof RenameShelf>) => (
  <Suspense fallback={null}>
    <RenameShelf {...props} />
  </Suspense>
);
