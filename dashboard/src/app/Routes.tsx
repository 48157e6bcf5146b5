import { Center, Loader } from '@mantine/core';
import { lazy, Suspense, type ComponentType } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { ForgotPassword } from '../features/sign-in/ForgotPassword.js';
import { Register } from '../features/sign-in/Register.js';
import { SignIn } from '../features/sign-in/SignIn.js';
import { ApiError } from '../shared/client.js';
import { paths } from '../shared/paths.js';
import { useAccount } from '../shared/session.js';
import { ErrorNote } from '../shared/ui/ErrorNote.js';
import { reloadOnce } from './reload-once.js';
import { ScreenBoundary } from './ScreenBoundary.js';
import { Shell } from './Shell.js';

/** A screen whose code is loaded when it is first opened. */
const screen = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) => lazy(() => reloadOnce(load));

const Shelves = screen(() => import('../features/shelves/ShelvesPage.js'));
const ShelfScreen = screen(() => import('../features/shelf/ShelfPage.js'));
const Review = screen(() => import('../features/review/ReviewPage.js'));
const Versions = screen(() => import('../features/versions/VersionsPage.js'));
const Version = screen(() => import('../features/versions/VersionPage.js'));
const Keys = screen(() => import('../features/keys/KeysPage.js'));
const Account = screen(() => import('../features/account/AccountPage.js'));
const Webhooks = screen(() => import('../features/webhooks/WebhooksPage.js'));
const Webhook = screen(() => import('../features/webhooks/WebhookPage.js'));
const NotFound = screen(() => import('./NotFound.js'));

export function Routes() {
  return (
    <Switch>
      <Route path="/sign-in" component={SignIn} />
      <Route path="/register" component={Register} />
      <Route path="/forgot-password" component={ForgotPassword} />
      <Route>
        <SignedIn />
      </Route>
    </Switch>
  );
}

/** Screens that need a session; without one the visitor signs in first and comes back. */
function SignedIn() {
  const { data: account, error, refetch } = useAccount();
  const [location] = useLocation();
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
        <Suspense
          fallback={
            <Center mih="40vh">
              <Loader role="status" aria-label="Loading" />
            </Center>
          }
        >
          <Switch>
            <Route path="/">
              <Shelves />
            </Route>
            <Route path="/shelves/:id/review">{({ id }) => <Review id={id} />}</Route>
            <Route path="/shelves/:id/versions">{({ id }) => <Versions id={id} />}</Route>
            <Route path="/shelves/:id/versions/:version">
              {({ id, version }) => <Version id={id} version={Number(version)} />}
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
