import { Alert, Anchor, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link } from 'wouter';
import type { Shelf } from '../../../../contract/shelf.js';
import { paths } from '../../shared/paths.js';
import { lazyPart } from '../../shared/lazy-part.js';
import { useTyped } from '../../shared/typed-texts.js';
import { ErrorNote } from '../../shared/ui/ErrorNote.js';
import { NotLoaded } from '../../shared/ui/NotLoaded.js';
import { ScreenTitle } from '../../shared/ui/ScreenTitle.js';
import { useLiveShelf } from '../../shared/use-live-shelf.js';
import { ReviewWorkspace } from './ReviewWorkspace.js';
import { setNotice } from './review-notices.js';
import { pendingQuery, reviewQuery } from './use-review.js';

const LeftTexts = lazyPart(() => import('./LeftTexts.js'));

/** The draft of a shelf, to be corrected and approved. */
export default function ReviewPage({ id }: { id: string }) {
  const { data: shelf, error, refetch } = useLiveShelf(id);
  if (!shelf) return <NotLoaded error={error} label="Loading the shelf" onRetry={() => void refetch()} />;
  return (
    <>
      <ScreenTitle name={`${shelf.name}: Review`} />
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {shelf.status === 'review' ? <Draft shelf={shelf} /> : <NoReview shelf={shelf} />}
    </>
  );
}

function NoReview({ shelf: { publicId, status, currentVersionNumber } }: { shelf: Shelf }) {
  const typed = useTyped(publicId);
  return (
    <>
      <Alert m="md" title="This shelf is not in review">
        <Text size="sm">
          {status === 'ready'
            ? `It has been approved: version ${currentVersionNumber} is published.`
            : `Its status is “${status}”.`}{' '}
          <Anchor component={Link} href={paths.shelf(publicId)}>
            Open the shelf
          </Anchor>
        </Text>
      </Alert>
      {typed.size === 0 ? null : (
        <Suspense fallback={null}>
          <LeftTexts shelf={publicId} />
        </Suspense>
      )}
    </>
  );
}

function Draft({ shelf }: { shelf: Shelf }) {
  const queryClient = useQueryClient();
  const review = useQuery(reviewQuery(shelf.publicId));
  const pending = useQuery(pendingQuery(shelf.publicId));
  const outdated = review.data && pending.data && review.data.draft !== pending.data.draft;
  useEffect(() => {
    if (outdated) void queryClient.invalidateQueries({ queryKey: reviewQuery(shelf.publicId).queryKey });
  }, [outdated, queryClient, shelf.publicId]);
  // leaving the review dismisses the notice; a regenerated draft does not
  useEffect(() => () => setNotice(shelf.publicId, { refused: null }), [shelf.publicId]);
  const error = review.error ?? pending.error;
  const retry = () => void Promise.all([review.refetch(), pending.refetch()]);
  if (!review.data || !pending.data || outdated)
    return <NotLoaded error={error} label="Loading the draft" onRetry={retry} />;
  return (
    <>
      <ErrorNote error={error} onRetry={retry} />
      <ReviewWorkspace key={review.data.draft} shelf={shelf} review={review.data} pending={pending.data} />
    </>
  );
}
