import { Center, Loader } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { ApiError } from '../shared/client.js';
import { paths } from '../shared/paths.js';
import { lazyPart } from '../shared/lazy-part.js';
import { useAccount } from '../shared/session.js';
import { shelfQuery } from '../shared/shelves.js';
import { ErrorNote } from '../shared/ui/ErrorNote.js';
import { numberOf } from '../shared/use-place.js';
import { ScreenBoundary } from './ScreenBoundary.js';
import { Shell } from './Shell.js';

const loadShelves = () => import('../features/shelves/ShelvesPage.js');
const loadShelf = () => import('../features/shelf/ShelfPage.js');
const loadReview = () => import('../features/review/ReviewPage.js');
const SignIn = lazyPart(() => import('../features/sign-in/SignIn.js'));
const Register = lazyPart(() => import('../features/sign-in/Register.js'));
const ForgotPassword = lazyPart(() => import('../features/sign-in/ForgotPassword.js'));
const Shelves = lazyPart(loadShelves);
const ShelfScreen = lazyPart(loadShelf);
const Review = lazyPart(loadReview);
const Versions = lazyPart(() => import('../features/versions/VersionsPage.js'));
const Version = lazyPart(() => import('../features/versions/VersionPage.js'));
const Keys = lazyPart(() => import('../features/keys/KeysPage.js'));
const Account = lazyPart(() => import('../features/account/AccountPage.js'));
const Webhooks = lazyPart(() => import('../features/webhooks/WebhooksPage.js'));
const Webhook = lazyPart(() => import('../features/webhooks/WebhookPage.js'));
const NotFound = lazyPart(() => import('./NotFound.js'));

export function Routes() {
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        <Route path="/sign-in" component={SignIn} />
        <Route path="/register" component={Register} />
        <Route path="/forgot-password" component={ForgotPassword} />
        <Route>
          <SignedIn />
        </Route>
      </Switch>
    </Suspense>
  );
}

/** While the code of a screen is on its way. */
function Loading() {
  return (
    <Center mih="40vh">
      <Loader role="status" aria-label="Loading" />
    </Center>
  );
}

/** The screens that people return to: their code loads while the session is checked. */
const AHEAD: [address: RegExp, load: () => Promise<unknown>][] = [
  [/^\/$/, loadShelves],
  [/^\/shelves\/[^/]+$/, loadShelf],
  [/^\/shelves\/[^/]+\/review$/, loadReview],
];

function loadAhead(queryClient: QueryClient, location: string): void {
  const load = AHEAD.find(([address]) => address.test(location))?.[1];
  // the screen loads again and reports the failure
  load?.().catch(() => undefined);
  const id = /^\/shelves\/(shf_[0-9a-f]{24})(?:\/|$)/.exec(location)?.[1];
  if (id !== undefined) void queryClient.prefetchQuery(shelfQuery(id));
}

/** Screens that need a session; without one the visitor signs in first and comes back. */
function SignedIn() {
  const { data: account, error, refetch } = useAccount();
  const [location] = useLocation();
  const queryClient = useQueryClient();
  useState(() => loadAhead(queryClient, location));
  if (error instanceof ApiError && error.status === 401)
    return <Redirect to={paths.signIn(location === '/' ? undefined : location + window.location.search)} replace />;
  if (!account)
    return (
      <Center mih="60vh" p="md">
        {error ? (
          <ErrorNote error={error} onRetry={() => void refetch()} />
        ) : (
          <Loader role="status" aria-label="Loading" />
        )}
      </Center>
    );
  return (
    <Shell account={account}>
      <ScreenBoundary key={location}>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/">
              <Shelves />
            </Route>
            <Route path="/shelves/:id/review">{({ id }) => <Review id={id} />}</Route>
            <Route path="/shelves/:id/versions">{({ id }) => <Versions id={id} />}</Route>
            <Route path="/shelves/:id/versions/:version">
              {({ id, version }) => <Version id={id} version={numberOf(version)} />}
            </Route>
            <Route path="/webhooks" component={Webhooks} />
            <Route path="/webhooks/:id">{({ id }) => <Webhook id={id} />}</Route>
            <Route path="/keys" component={Keys} />
            <Route path="/account" component={Account} />
            <Route path="/shelves/:id">{({ id }) => <ShelfScreen id={id} />}</Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </ScreenBoundary>
    </Shell>
  );
}
