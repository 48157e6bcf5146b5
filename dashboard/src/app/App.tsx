import { Badge, createTheme, Loader, MantineProvider, Skeleton } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { useState } from 'react';
import { nonce } from '../shared/nonce.js';
import { createQueryClient } from '../shared/query-client.js';
import { CountingLoader } from './CountingLoader.js';
import { Notices } from './Notices.js';
import { PasswordDialog } from './PasswordDialog.js';
import { Routes } from './Routes.js';
import { ScreenBoundary } from './ScreenBoundary.js';

/** Shade 8 in both schemes: Mantine's default blue has too little contrast for text (WCAG 2.2 AA). */
const theme = createTheme({
  primaryShade: 8,
  autoContrast: true,
  cursorType: 'pointer',
  components: {
    // a status is never cut
    Badge: Badge.extend({ styles: { root: { flexShrink: 0, minWidth: 'max-content' } } }),
    // no spinner without a number
    Loader: Loader.extend({
      defaultProps: { loaders: { ...Loader.defaultLoaders, counting: CountingLoader }, type: 'counting' },
    }),
    // a title in the colour of a yellow alert has too little contrast on it
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    // what a menu opens with is its first item; the empty one that Mantine puts before it is no item
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // a second <header> beside the page's would be a second banner
    ModalHeader: { defaultProps: { component: 'div' } },
    // screen readers announce the placeholder of something loading; without a role it may have no name
    Skeleton: Skeleton.extend({ defaultProps: { role: 'status' } }),
  },
});

setNonce(nonce);

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queryClient}>
        <Notices />
        <ScreenBoundary>
          <Routes />
        </ScreenBoundary>
        <PasswordDialog />
      </QueryClientProvider>
    </MantineProvider>
  );
}
