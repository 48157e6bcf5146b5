import { type ComponentType, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { type Load, plainPart } from '../lazy-part.js';
import { showError } from './undo-notice.js';

/**
 * A dialog whose code is loaded when it is first opened. One that fails is closed and reported in a notice: the screen under
 * it stays, with what waits there.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>): ComponentType<Props> {
  const Dialog = plainPart(load);
  return function LazyDialog(props) {
    const fail = (error: unknown) => {
      showError('The dialog could not be opened', error);
      props.onClose();
    };
    return (
      <ErrorBoundary fallback={null} onError={fail}>
        <Suspense fallback={null}>
          <Dialog {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
