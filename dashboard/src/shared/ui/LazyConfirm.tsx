import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../reload-once.js';

const Confirm = lazyPart(() => import('./Confirm.js'));

/** Asks before something that cannot be taken back, or that others notice. */
export const LazyConfirm = (props: ComponentProps<typeof Confirm>) => (
  <Suspense fallback={null}>
    <Confirm {...props} />
  </Suspense>
);
